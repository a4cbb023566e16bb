import { levelColours } from "dehusk/internal/drawing";
import { useMemo } from "preact/hooks";
import type { Judgement, OpenedPage } from "../engine/messages.ts";
import { PageFrame } from "../frame/page-frame.tsx";
import { Switcher } from "./choice.tsx";
import { counted } from "./counted.ts";
import { type Colouring, heatOf, type Outlining, outlinesOf } from "./frame-marks.ts";
import type { Scheme } from "./theme.ts";
import type { SegmentSearch } from "./use-segments.ts";

interface PagePaneProps {
  readonly page: OpenedPage;
  readonly judgement: Judgement | undefined;
  readonly segments: SegmentSearch;
  readonly colouring: Colouring;
  readonly outlining: Outlining;
  readonly selected: number | null;
  readonly scheme: Scheme;
  readonly onColouring: (colouring: Colouring) => void;
  readonly onOutlining: (outlining: Outlining) => void;
  readonly onHover: (node: number | null) => void;
  readonly onSelect: (node: number) => void;
}

export const colourings = [
  { value: "smoothed", name: "Smoothed" },
  { value: "raw", name: "Raw" },
  { value: "kept", name: "Kept or dropped" },
  { value: "none", name: "Nothing" },
] as const;

export const outlinings = [
  { value: "none", name: "None" },
  { value: "sections", name: "Sections" },
  { value: "segments", name: "Segments" },
] as const;

/** The page itself, coloured and outlined, with the controls for it. */
export function PagePane(props: PagePaneProps) {
  const { page, judgement, segments, colouring, outlining, selected, scheme } = props;
  const heat = useMemo(() => heatOf(page, judgement, colouring), [page, judgement, colouring]);
  const outlines = useMemo(
    () => outlinesOf(outlining, judgement?.sections, segments.found?.segments),
    [outlining, judgement, segments.found],
  );
  return (
    <section class="page-pane" aria-label="Page">
      <div class="page-bar">
        <Switcher label="Colour" value={colouring} options={colourings} onChange={props.onColouring} />
        <Switcher label="Outline" value={outlining} options={outlinings} onChange={props.onOutlining} />
        <Scale colouring={colouring} />
      </div>
      {outlining === "segments" ? <SegmentStatus segments={segments} /> : null}
      <PageFrame
        html={page.frame}
        heat={heat}
        outlines={outlines}
        selected={selected}
        onHover={props.onHover}
        onSelect={props.onSelect}
        title={`The page: ${page.name}`}
        scheme={scheme}
      />
      <Missing page={page} />
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

/** Legend of the colours. */
export function Scale({ colouring }: { readonly colouring: Colouring }) {
  if (colouring === "none") return null;
  if (colouring === "kept") {
    return (
      <p class="scale">
        <i class="chip s0" /> kept <i class="chip s10" /> dropped
      </p>
    );
  }
  return (
    <p class="scale">
      content 0
      <span role="img" aria-label="from blue to orange">
        {levelColours.light.map((colour, level) => (
          <i key={colour} class={`s${level}`} />
        ))}
      </span>
      1 template
    </p>
  );
}

/** Progress of the segmentation. */
export function SegmentStatus({ segments }: { readonly segments: SegmentSearch }) {
  const { found, note, seconds, failure, cancel, again } = segments;
  if (note !== undefined) {
    return (
      <div class="segment-status">
        <progress aria-label="Segmentation" />
        <span>
          {note} … {seconds} s
        </span>
        <button type="button" class="button small" onClick={cancel}>
          Cancel
        </button>
      </div>
    );
  }
  if (failure !== undefined) {
    return (
      <div class="segment-status">
        <span class="trouble">{failure}</span>
        <button type="button" class="button small" onClick={again}>
          Try again
        </button>
      </div>
    );
  }
  if (found === undefined) return null;
  const energy = found.energy === null ? "" : `, energy ${found.energy.toFixed(1)}`;
  return (
    <p class="segment-status quiet">
      {counted(found.segments.length, "segment")} of {counted(found.pieces, "piece")}, λ {found.lambda}
      {energy}, {Math.round(found.milliseconds)} ms
    </p>
  );
}
