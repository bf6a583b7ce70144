/** How tables share the page. */
export interface Arrangement {
  /** How many tables are on the page at once. */
  shown: number;
  columns: number;
  /** Whether chat and log stand beside the tables. */
  aside: boolean;
}

const topBar = 48;
const asideWidth = 320;
/** The room that a whole table needs, its buttons included: as on a phone held upright, or wide and low. */
const upright = { width: 330, height: 620 };
const lying = { width: 620, height: 470 };
const most = 4;

/** The most tables that are whole on a page of this size, with chat and log beside them where that costs no table. */
export function arrange(width: number, height: number, tables: number): Arrangement {
  const large = width >= 1100 && height >= 500;
  const room = height - topBar;
  const fits = (columns: number, rows: number, aside: boolean) => {
    const cell = { width: (width - (aside ? asideWidth : 0)) / columns, height: room / rows };
    return [upright, lying].some((least) => cell.width >= least.width && cell.height >= least.height);
  };
  if (large)
    for (let shown = Math.min(most, tables); shown > 1; --shown)
      for (const aside of [true, false])
        for (const columns of shown === most ? [2, 4] : [shown])
          if (fits(columns, shown / columns, aside)) return { shown, columns, aside };
  return { shown: 1, columns: 1, aside: large };
}
