import type { Card } from "../protocol/values";
import { cardName, rankOf, suitOf } from "../state/cards";
import { pure } from "./pure";

const suits: Record<string, string> = {
  s: "M12 2C14 7 21 10.500 21 15.500A4.300 4.300 0 0 1 13.300 18.200C13.500 20 14.200 21.300 15.500 22H8.500C9.800 21.300 10.500 20 10.700 18.200A4.300 4.300 0 0 1 3 15.500C3 10.500 10 7 12 2Z",
  h: "M12 21.500C8 17 2.500 13 2.500 8.200A4.900 4.900 0 0 1 12 6.300A4.900 4.900 0 0 1 21.500 8.200C21.500 13 16 17 12 21.500Z",
  d: "M12 1.800C14 6 17 9.500 20 12C17 14.500 14 18 12 22.200C10 18 7 14.500 4 12C7 9.500 10 6 12 1.800Z",
  c: "M12 2.500A4.600 4.600 0 0 1 15.800 9.700A4.700 4.700 0 1 1 13.300 17.400C13.500 19.500 14.200 21 15.500 22H8.500C9.800 21 10.500 19.500 10.700 17.400A4.700 4.700 0 1 1 8.200 9.700A4.600 4.600 0 0 1 12 2.500Z",
};

/** A card, face up: a large rank, the suit as a sign, and its letter for those who cannot tell signs or colours. */
export const CardFace = pure(function CardFace({ card, dim, best }: { card: Card; dim?: boolean; best?: boolean }) {
  const suit = suitOf(card);
  return (
    <span class={`card suit-${suit}${dim ? " dim" : ""}${best ? " best" : ""}`} role="img" aria-label={cardName(card)}>
      <span class={`rank${rankOf(card).length > 1 ? " wide" : ""}`}>{rankOf(card)}</span>
      <svg class="suit" viewBox="0 0 24 24">
        <path d={suits[suit] ?? ""} />
      </svg>
      <span class="letter">{suit}</span>
    </span>
  );
});

/** A card, face down. */
export function CardBack() {
  return <span class="card back" />;
}
