/** For so long the daemon knows a repeated command again, and so many of them; "Repeating a command" of the protocol. */
export const repeatedFor = 60_000;
export const repeatedMost = 8;
