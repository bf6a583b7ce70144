import { Component, type ComponentChild, type FunctionComponent } from "preact";

/** A component that is drawn again only when one of its properties is another one. */
export function pure<P extends object>(draw: (props: P) => ComponentChild): FunctionComponent<P> {
  class Pure extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const old = this.props as Record<string, unknown>;
      const fresh = next as Record<string, unknown>;
      return Object.keys({ ...old, ...fresh }).some((name) => old[name] !== fresh[name]);
    }
    render() {
      return draw(this.props as P);
    }
  }
  return Pure as unknown as FunctionComponent<P>;
}
