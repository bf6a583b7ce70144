import { canAct } from "../state/seats";
import type { Observer } from "../state/store";

/** The title tells of a turn, and where the player allowed it, a notification while the page is hidden. */
export const attention: Observer = (before, after) => {
  if (before.tables === after.tables && before.route === after.route) return;
  const waiting = after.open.filter((id) => canAct(after.tables[id]));
  const title = waiting.length > 0 ? "● Your turn · Cardroom" : "Cardroom";
  if (document.title !== title) document.title = title;
  if (!document.hidden || !after.preferences.notify) return;
  if (typeof Notification === "undefined" || Notification.permission !== "granted") return;
  for (const id of waiting) if (!canAct(before.tables[id])) notify(id);
};

function notify(tableId: string): void {
  try {
    const note = new Notification("Your turn", { body: `At table ${tableId}`, tag: `turn-${tableId}` });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    // Some phones allow notifications from workers only; the sound and the title remain.
  }
}
