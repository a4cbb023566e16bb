import { counted } from "dehusk/internal/basics";
import { useMemo, useState } from "preact/hooks";
import type { Judgement, NodeFacts, OpenedPage } from "../engine/messages.ts";
import { PageFrame } from "../frame/page-frame.tsx";
import { type Colouring, heatOf, type Outlining, outlinesOf } from "./frame-marks.ts";
import { PageMarks, SegmentStatus } from "./page-marks.tsx";
import { Reason } from "./reason.tsx";
import type { Scheme } from "./theme.ts";
import type { SegmentSearch } from "./use-segments.ts";

interface PagePaneProps {
  readonly page: OpenedPage;
  readonly judgement: Judgement | undefined;
  readonly segments: SegmentSearch;
  readonly colouring: Colouring;
  readonly outlining: Outlining;
  readonly selected: number | null;
  /** What is pointed at in another panel. */
  readonly pointed: number | null;
  /** What the sentence below the page is about. */
  readonly shown: number | null;
  readonly facts: NodeFacts | undefined;
  readonly scheme: Scheme;
  readonly onColouring: (colouring: Colouring) => void;
  readonly onOutlining: (outlining: Outlining) => void;
  /** Whether the page is not drawn yet, in favour of something more urgent. */
  readonly isHeld: boolean;
  /** Whether the pointer is known to be in another panel. */
  readonly isAway: boolean;
  readonly onHover: (node: number | null) => void;
  readonly onSelect: (node: number) => void;
  readonly onDetails: () => void;
}

/** The page itself, coloured and outlined, and why the part that is pointed at is kept or dropped. */
export function PagePane(props: PagePaneProps) {
  const { page, judgement, segments, colouring, outlining, selected, pointed, scheme } = props;
  const [ground, setGround] = useState<Scheme>("light");
  const heat = useMemo(() => heatOf(page, judgement, colouring), [page, judgement, colouring]);
  const outlines = useMemo(
    () => outlinesOf(outlining, judgement?.sections, segments.found?.segments),
    [outlining, judgement, segments.found],
  );
  return (
    <section class="page-pane" aria-label="Page">
      <div class="page-bar">
        <h2>The page</h2>
        <PageMarks
          colouring={colouring}
          outlining={outlining}
          ground={ground}
          onColouring={props.onColouring}
          onOutlining={props.onOutlining}
        />
      </div>
      {outlining === "segments" ? <SegmentStatus segments={segments} /> : null}
      <PageFrame
        html={page.frame}
        heat={heat}
        outlines={outlines}
        selected={selected}
        pointed={pointed}
        isHeld={props.isHeld}
        isAway={props.isAway}
        onHover={props.onHover}
        onSelect={props.onSelect}
        onReady={(dark) => setGround(dark ? "dark" : "light")}
        title={`The page: ${page.name}`}
        scheme={scheme}
      />
      <div class="below-page">
        <Reason
          page={page}
          judgement={judgement}
          node={props.shown}
          isSelected={props.shown === selected}
          facts={props.facts}
          onDetails={props.onDetails}
        />
        <Missing page={page} />
      </div>
    </section>
  );
}

/** What the frame does not show. */
function Missing({ page: { missing } }: { readonly page: OpenedPage }) {
  const { stylesheets, images, frames, scripts } = missing;
  const named = [
    [stylesheets, "style sheet", "style sheets"],
    [images, "image", "images"],
    [frames, "frame or video", "frames or videos"],
    [scripts, "script", "scripts"],
  ] as const;
  const parts = named.filter(([count]) => count > 0).map(([count, one, many]) => counted(count, one, many));
  if (parts.length === 0) return null;
  return <p class="missing quiet">Nothing is loaded or run. Left out: {parts.join(", ")}.</p>;
}
