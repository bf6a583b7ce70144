import { createContext, type ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import type { Connection } from "../connection/connection";
import type { Keep } from "../connection/storage";
import type { Command } from "../protocol/commands";
import type { Happening, Notice } from "../state/model";

/** What views can do besides drawing. */
export interface App {
  dispatch(happening: Happening): void;
  /** Sends a command; says so when there is no connection. */
  send(command: Command): void;
  connection: Connection;
  keep: Keep;
}

export const AppContext = createContext<App | undefined>(undefined);

/** Notices of a page under a dialog could neither be read nor dismissed: the dialog shows them then. */
export const NoticesContext = createContext<readonly Notice[]>([]);

/** Nor could it be seen that it is the player's turn. */
export const TurnsContext = createContext<ComponentChildren>(undefined);

/** What the view can do. */
export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error("a view outside the app");
  return app;
}
