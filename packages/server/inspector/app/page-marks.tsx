import { counted } from "dehusk/internal/basics";
import { levelColours } from "dehusk/internal/drawing";
import { Choice } from "./choice.tsx";
import type { Colouring, Outlining } from "./frame-marks.ts";
import type { Scheme } from "./theme.ts";
import type { SegmentSearch } from "./use-segments.ts";

const colourings = [
  { value: "kept", name: "kept or dropped" },
  { value: "smoothed", name: "templateness" },
  { value: "raw", name: "raw score" },
  { value: "none", name: "nothing" },
] as const;

const outlinings = [
  { value: "none", name: "nothing" },
  { value: "sections", name: "sections" },
  { value: "segments", name: "segments" },
] as const;

interface PageMarksProps {
  readonly colouring: Colouring;
  readonly outlining: Outlining;
  /** The ground of the page that is coloured. */
  readonly ground: Scheme;
  readonly onColouring: (colouring: Colouring) => void;
  readonly onOutlining: (outlining: Outlining) => void;
}

/** What the page is coloured and outlined by, and the legend. */
export function PageMarks({ colouring, outlining, ground, onColouring, onOutlining }: PageMarksProps) {
  return (
    <>
      <Legend colouring={colouring} ground={ground} />
      <div class="marks">
        <Choice label="Colour by" value={colouring} options={colourings} onChange={onColouring} />
        <Choice label="Outline" value={outlining} options={outlinings} onChange={onOutlining} />
      </div>
    </>
  );
}

/** The colours as they are on the page, whatever the theme of the inspector. */
function Legend({ colouring, ground }: { readonly colouring: Colouring; readonly ground: Scheme }) {
  if (colouring === "none") return null;
  const colours = levelColours[ground];
  const style = (level: number) => ({
    background: ground === "dark" ? "#15171b" : "#fff",
    boxShadow: `inset 0 0 0 99px ${colours[level]}6b`,
  });
  if (colouring === "kept") {
    return (
      <p class="scale">
        <i class="chip" style={style(0)} /> kept <i class="chip" style={style(colours.length - 1)} /> dropped
      </p>
    );
  }
  return (
    <p class="scale">
      content 0
      <span role="img" aria-label="from blue to orange">
        {colours.map((colour, level) => (
          <i key={colour} style={style(level)} />
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
