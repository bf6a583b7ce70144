/** Where in the client one is; the daemon answers index.html for each of these paths. */
export type Route = { page: "lobby" } | { page: "game"; gameId: string } | { page: "table"; tableId: string };

/** The route of a path of the address bar. */
export function parseRoute(path: string): Route {
  const [, page, id] = path.split("/");
  if (id) {
    try {
      const name = decodeURIComponent(id);
      if (page === "game") return { page, gameId: name };
      if (page === "table") return { page, tableId: name };
    } catch {
      // A broken escape is no name.
    }
  }
  return { page: "lobby" };
}

/** The path that leads to a route. */
export function routePath(route: Route): string {
  if (route.page === "game") return `/game/${encodeURIComponent(route.gameId)}`;
  if (route.page === "table") return `/table/${encodeURIComponent(route.tableId)}`;
  return "/";
}
