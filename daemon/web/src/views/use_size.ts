import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

interface Size {
  width: number;
  height: number;
}

/** The size of an element in whole pixels, once it is in the page; looked at before anything is painted. */
export function useSize(): [RefObject<HTMLDivElement>, Size | undefined] {
  const element = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>();
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return undefined;
    const look = () =>
      setSize((old) => {
        const [width, height] = [box.clientWidth, box.clientHeight];
        return old?.width === width && old.height === height ? old : { width, height };
      });
    look();
    const observer = new ResizeObserver(look);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return [element, size];
}
