import { parseRoute, routePath } from "../state/route";
import type { Store } from "../state/store";

/** Keeps the address bar and the route the same, in both directions. */
export function bindAddress(store: Store): void {
  window.addEventListener("popstate", () => store.dispatch({ kind: "route", route: parseRoute(location.pathname) }));
  store.observe((before, after, action) => {
    if (before.route === after.route) return;
    const path = routePath(after.route);
    if (path === location.pathname) return;
    // A table that came to the front by itself is no step to go back to.
    if (action.kind === "route") history.pushState(null, "", path);
    else history.replaceState(null, "", path);
  });
}
