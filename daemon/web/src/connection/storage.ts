/** What is kept between visits. */
export interface Keep {
  get(name: string): string | undefined;
  set(name: string, value: string | undefined): void;
}

/** Keeps in a storage of the browser; where that is refused (private windows), for as long as the page lives. */
export function browserKeep(storage: () => Storage): Keep {
  const memory = new Map<string, string>();
  return {
    get(name) {
      try {
        return storage().getItem(`cardroom.${name}`) ?? memory.get(name);
      } catch {
        return memory.get(name);
      }
    },
    set(name, value) {
      if (value === undefined) memory.delete(name);
      else memory.set(name, value);
      try {
        if (value === undefined) storage().removeItem(`cardroom.${name}`);
        else storage().setItem(`cardroom.${name}`, value);
      } catch {
        // Then the memory has it.
      }
    },
  };
}
