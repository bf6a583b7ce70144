import type { ComponentChildren } from "preact";
import { useContext, useEffect, useRef } from "preact/hooks";
import { NoticesContext, useApp } from "./app_context";
import { Icon } from "./icons";
import { Notices } from "./notices";

/** A modal dialog: the browser keeps the focus inside and gives it back; Escape closes. */
export function Modal({ title, wide, children }: { title: string; wide?: boolean; children: ComponentChildren }) {
  const { dispatch } = useApp();
  const element = useRef<HTMLDialogElement>(null);
  const notices = useContext(NoticesContext);
  const gone = useRef(false);
  const close = () => gone.current || dispatch({ kind: "dialog" });
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => {
      // Closing gives the focus back; its event comes late and must not close the dialog that takes over.
      gone.current = true;
      dialog?.close();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={wide ? "wide" : ""}
      aria-labelledby="dialog-title"
      onClose={close}
      onClick={(event) => event.target === element.current && close()}
    >
      <div class="sheet">
        <header>
          <h2 id="dialog-title">{title}</h2>
          <button type="button" class="tool" aria-label="Close" onClick={close}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
      <Notices notices={notices} />
    </dialog>
  );
}
