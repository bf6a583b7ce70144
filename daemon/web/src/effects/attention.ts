import { canAct } from "../state/seats";
import type { Observer } from "../state/store";

/** The title tells of a turn, and where the player allowed it, a notification while the page is hidden. */
export const attention: Observer = (before, after) => {
  if (before.tables === after.tables && before.route === after.route) return;
  const waiting = after.open.find((id) => canAct(after.tables[id]));
  const title = waiting ? "● Your turn · Cardroom" : "Cardroom";
  if (document.title !== title) document.title = title;
  if (!waiting || !document.hidden || !after.preferences.notify || canAct(before.tables[waiting])) return;
  if (typeof Notification === "undefined" || Notification.permission !== "granted") return;
  try {
    const note = new Notification("Your turn", { body: `At table ${waiting}`, tag: `turn-${waiting}` });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    // Some phones allow notifications from workers only; the sound and the title remain.
  }
};
