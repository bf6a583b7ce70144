import type { Keep } from "./storage";

/**
 * The address that makes another device the same player. The token stands behind the hash, which browsers do not send, so
 * that it comes into no log.
 */
export function deviceLink(keep: Keep): string | undefined {
  const token = keep.get("token");
  return token && `${location.origin}/#token=${encodeURIComponent(token)}`;
}

/** The same page at another node, whose WebSocket is at `url`, as the same player; none for what is no such address. */
export function nodeLink(url: string, path: string, token: string): string | undefined {
  const parts = /^ws(s?):\/\/([^/?#]+)\/ws$/.exec(url);
  return parts ? `http${parts[1]}://${parts[2]}${path}#token=${encodeURIComponent(token)}` : undefined;
}

/** Takes the token out of the address bar, if there is one; asks before another player of this browser is given up. */
export function adoptToken(keep: Keep, agree: (question: string) => boolean): void {
  const match = /^#token=([\w%.~-]{1,200})$/.exec(location.hash);
  if (!match?.[1]) return;
  history.replaceState(null, "", location.pathname);
  const token = decodeURIComponent(match[1]);
  const own = keep.get("token");
  if (own === token) return;
  if (
    own &&
    !agree(
      "This link makes you another player. The player of this browser is lost unless you kept its own link. Go on?",
    )
  )
    return;
  keep.set("token", token);
}
