import type { Happening } from "../state/model";

/** Hands out the link that leads to a game: by the system's way of sharing, else through the clipboard. */
export async function invite(gameId: string, dispatch: (happening: Happening) => void): Promise<void> {
  const url = `${location.origin}/game/${encodeURIComponent(gameId)}`;
  try {
    if (navigator.share) return await navigator.share({ title: "Cardroom", text: `Play with me: ${gameId}`, url });
    await navigator.clipboard.writeText(url);
    dispatch({ kind: "notice", text: "Invitation link copied.", bad: false });
  } catch {
    dispatch({ kind: "notice", text: `Invite with this address: ${url}`, bad: false });
  }
}
