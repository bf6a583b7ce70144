const paths = {
  gear: "M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM10.5 3h3l.5 2.4 1.7.7 2-1.3 2.1 2.1-1.3 2 .7 1.7 2.4.5v3l-2.4.5-.7 1.7 1.3 2-2.1 2.1-2-1.3-1.7.7-.5 2.4h-3l-.5-2.4-1.7-.7-2 1.3-2.1-2.1 1.3-2-.7-1.7L2.4 14v-3l2.4-.5.7-1.7-1.3-2 2.1-2.1 2 1.3 1.7-.7z",
  chat: "M4 4h16a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1h-9l-5 4v-4H4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1z",
  hands: "M3 7.5 11 5l3.5 12.5-8 2.5zM13 5h6.5v13.5h-3",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  back: "M15 5l-7 7 7 7",
  close: "M6 6l12 12M18 6L6 18",
  left: "M15 6l-6 6 6 6",
  right: "M9 6l6 6-6 6",
  first: "M18 6l-6 6 6 6M7 6v12",
  last: "M6 6l6 6-6 6M17 6v12",
} as const;

/** A line drawing; what it means stands beside it or in the label of its button. */
export function Icon({ name }: { name: keyof typeof paths }) {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
