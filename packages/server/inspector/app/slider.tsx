import { useId } from "preact/hooks";
import type { SliderScale } from "./slider-scale.ts";

interface SliderProps {
  readonly label: string;
  readonly hint?: string;
  readonly scale: SliderScale;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** A slider with its value beside it. */
export function Slider({ label, hint, scale, value, onChange }: SliderProps) {
  const id = useId();
  const text = value === Number.POSITIVE_INFINITY ? "no limit" : String(value);
  return (
    <div class="field">
      <label for={id}>
        {label} <output class="value">{text}</output>
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={scale.last}
        step={1}
        value={scale.toPlace(value)}
        aria-valuetext={text}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onInput={(event) => onChange(scale.toValue(Number(event.currentTarget.value)))}
      />
      {hint === undefined ? null : (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
