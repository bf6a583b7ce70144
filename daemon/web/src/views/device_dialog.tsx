import { deviceLink } from "../connection/device_link";
import { useApp } from "./app_context";
import { Modal } from "./dialog";

/** Hands out the link that makes another device the same player. */
export function DeviceDialog() {
  const { keep, dispatch } = useApp();
  const link = deviceLink(keep) ?? "";
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      dispatch({ kind: "notice", text: "Link copied.", bad: false });
    } catch {
      dispatch({ kind: "notice", text: "The browser did not copy; select the link and copy it.", bad: true });
    }
  };
  return (
    <Modal title="Play on another device">
      <p>
        Open this link there: you are the same player, with seat and chips. Whoever has it plays as you, so show it to
        nobody.
      </p>
      <div class="form">
        <input
          class="link-text"
          readOnly
          value={link}
          aria-label="Your link"
          onFocus={(event) => event.currentTarget.select()}
        />
        <button type="button" class="primary" onClick={() => void copy()}>
          Copy the link
        </button>
      </div>
    </Modal>
  );
}
