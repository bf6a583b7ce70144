import type { ComponentChildren } from "preact";
import { useContext, useEffect, useRef } from "preact/hooks";
import { NoticesContext, TurnsContext, useApp } from "./app_context";
import { Icon } from "./icons";
import { Notices } from "./notices";

interface SheetProps {
  title: string;
  wide?: boolean;
  close(): void;
  /** What is shown over the dialog's edge. */
  notices?: ComponentChildren;
  /** What is said above all else. */
  urgent?: ComponentChildren;
  children: ComponentChildren;
}

/** A modal dialog: the browser keeps the focus inside and gives it back; Escape closes. */
export function Sheet({ title, wide, close, notices, urgent, children }: SheetProps) {
  const element = useRef<HTMLDialogElement>(null);
  const gone = useRef(false);
  const end = () => gone.current || close();
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
      onClose={end}
      onClick={(event) => event.target === element.current && end()}
    >
      <div class="sheet">
        {urgent}
        <header>
          <h2 id="dialog-title">{title}</h2>
          <button type="button" class="tool" aria-label="Close" onClick={end}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
      {notices}
    </dialog>
  );
}

/** The dialog that the state has open. */
export function Modal({ title, wide, children }: { title: string; wide?: boolean; children: ComponentChildren }) {
  const { dispatch } = useApp();
  const notices = useContext(NoticesContext);
  const urgent = useContext(TurnsContext);
  return (
    <Sheet
      title={title}
      wide={wide}
      close={() => dispatch({ kind: "dialog" })}
      notices={<Notices notices={notices} />}
      urgent={urgent}
    >
      {children}
    </Sheet>
  );
}
