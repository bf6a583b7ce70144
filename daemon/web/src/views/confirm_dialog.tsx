import { useApp } from "./app_context";
import { Modal } from "./dialog";

interface Question {
  text: string;
  verb: string;
  run(): void;
  close(): void;
}

/** The words of a question, and its two answers. */
export function Choice({ text, verb, run, close }: Question) {
  return (
    <>
      <p>{text}</p>
      <div class="buttons">
        <button type="button" class="secondary" onClick={close}>
          Stay
        </button>
        <button type="button" class="primary danger" onClick={() => (run(), close())}>
          {verb}
        </button>
      </div>
    </>
  );
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({ title, ...question }: Omit<Question, "close"> & { title: string }) {
  const { dispatch } = useApp();
  return (
    <Modal title={title}>
      <Choice {...question} close={() => dispatch({ kind: "dialog" })} />
    </Modal>
  );
}
