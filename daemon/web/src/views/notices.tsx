import { useEffect } from "preact/hooks";
import type { Notice } from "../state/model";
import { useApp } from "./app_context";
import { Icon } from "./icons";

const shownFor = 5_000;

function One({ notice }: { notice: Notice }) {
  const { dispatch } = useApp();
  const dismiss = () => dispatch({ kind: "dismiss", id: notice.id });
  useEffect(() => {
    const timer = window.setTimeout(dismiss, shownFor);
    return () => window.clearTimeout(timer);
  }, [notice.id]);
  return (
    <div class={`notice${notice.bad ? " bad" : ""}`}>
      <span>{notice.text}</span>
      <button type="button" class="tool" aria-label="Dismiss" onClick={dismiss}>
        <Icon name="close" />
      </button>
    </div>
  );
}

/** Sentences that go by themselves. */
export function Notices({ notices }: { notices: readonly Notice[] }) {
  return (
    <div class="notices" role="status">
      {notices.map((notice) => (
        <One key={notice.id} notice={notice} />
      ))}
    </div>
  );
}
