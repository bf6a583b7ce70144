/** Something that is on or off. */
export function Toggle({ label, on, change }: { label: string; on: boolean; change(on: boolean): void }) {
  return (
    <button type="button" class="toggle" role="switch" aria-checked={on} onClick={() => change(!on)}>
      <span>{label}</span>
      <span class="knob" aria-hidden="true" />
    </button>
  );
}
