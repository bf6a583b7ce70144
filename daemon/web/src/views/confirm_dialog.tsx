import { useApp } from "./app_context";
import { Modal } from "./dialog";

interface ConfirmProps {
  title: string;
  text: string;
  verb: string;
  run(): void;
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({ title, text, verb, run }: ConfirmProps) {
  const { dispatch } = useApp();
  return (
    <Modal title={title}>
      <p>{text}</p>
      <div class="buttons">
        <button type="button" class="secondary" onClick={() => dispatch({ kind: "dialog" })}>
          Stay
        </button>
        <button type="button" class="primary danger" onClick={() => (run(), dispatch({ kind: "dialog" }))}>
          {verb}
        </button>
      </div>
    </Modal>
  );
}
