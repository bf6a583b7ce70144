import type { Action, Happening, State } from "./model";
import { reduce } from "./reduce";

/** Hears of every change at once, drawn or not. */
export type Observer = (before: State, after: State, action: Action) => void;

/** Holds the one state of the client. */
export class Store {
  private observers: Observer[] = [];

  constructor(
    public state: State,
    private readonly now: () => number,
    private readonly writing: () => boolean,
  ) {}

  /** Takes in what has happened. */
  dispatch(happening: Happening): void {
    const before = this.state;
    const action: Action = { ...happening, at: this.now(), writing: this.writing() };
    this.state = reduce(before, action);
    const after = this.state;
    for (const observer of this.observers) observer(before, after, action);
  }

  observe(observer: Observer): void {
    this.observers.push(observer);
  }
}
