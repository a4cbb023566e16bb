import { render } from "preact";
import { type FrameOutline, PageFrame } from "../page-frame.tsx";

/** What a test can do with the page around the frame, as `host` of its window. */
export interface Host {
  /** Shows a page, or changes how it is shown. */
  show(props: Partial<Shown>): void;
  /** The frame's events so far. */
  readonly hovers: (number | null)[];
  readonly selects: number[];
}

interface Shown {
  readonly html: string;
  readonly heat: Float32Array | null;
  readonly outlines: readonly FrameOutline[];
  readonly selected: number | null;
}

let shown: Shown = { html: "", heat: null, outlines: [], selected: null };
const host: Host = {
  hovers: [],
  selects: [],
  show(props) {
    shown = { ...shown, ...props };
    render(
      <PageFrame
        {...shown}
        onHover={(node) => host.hovers.push(node)}
        onSelect={(node) => host.selects.push(node)}
        title="The page"
        scheme="light"
      />,
      document.getElementById("frame") as HTMLElement,
    );
  },
};
Object.assign(window, { host });
