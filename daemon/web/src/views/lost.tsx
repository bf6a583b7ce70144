import type { Link } from "../state/model";
import { nodeLink } from "../connection/device_link";
import { useApp } from "./app_context";

/** Says at once that there is no connection, and what is done about it. */
export function Lost({ link }: { link: Link }) {
  const { connection, keep } = useApp();
  if (link.phase === "replaced")
    return (
      <div class="lost" role="alert">
        <span>You play in another window or on another device.</span>
        <button type="button" class="secondary" onClick={() => connection.connect()}>
          Play here
        </button>
      </div>
    );
  if (!link.everOnline || link.phase === "online" || link.phase === "greeting") return null;
  return (
    <div class="lost" role="alert">
      <span>
        {link.phase === "stopping"
          ? "The server restarts. Your seat and chips are kept; coming back in a few seconds."
          : "Connection lost. Coming back…"}
      </span>
      <button type="button" class="secondary" onClick={() => connection.connect()}>
        Try now
      </button>
      {link.elsewhere?.map((url) => {
        const address = nodeLink(url, location.pathname, keep.get("token") ?? "");
        return (
          address && (
            <a key={url} class="secondary" href={address}>
              Go on at {new URL(address).host}
            </a>
          )
        );
      })}
    </div>
  );
}
