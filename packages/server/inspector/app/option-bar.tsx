import type { Preset } from "dehusk/internal/extract";
import { useId } from "preact/hooks";
import type { Settings } from "../engine/settings.ts";
import { type Option, Switcher } from "./choice.tsx";

interface OptionBarProps {
  readonly settings: Settings;
  readonly onChange: (settings: Settings) => void;
}

const presetOptions: readonly (Option<Preset> & { readonly means: string })[] = [
  { value: "balanced", name: "The content", means: "What the page is about, without menus, banners and footers." },
  { value: "precision", name: "Only what is certain", means: "Less is kept: parts that may be template are dropped." },
  { value: "recall", name: "Rather too much", means: "More is kept: comments, and parts that may be template." },
  { value: "article", name: "No comments", means: "The content without what readers wrote below it." },
  { value: "corpus", name: "For a corpus", means: "Only what is certain, and no comments: text to train models on." },
  { value: "everything", name: "Everything shown", means: "All text that the page shows; nothing is dropped." },
];

type Shape = "links" | "images" | "tables" | "headline" | "cleanLinks" | "frontmatter";

const shapes: readonly { readonly name: Shape; readonly label: string }[] = [
  { name: "headline", label: "Title on top" },
  { name: "links", label: "Links" },
  { name: "images", label: "Images" },
  { name: "tables", label: "Tables" },
  { name: "cleanLinks", label: "Links without tracking" },
  { name: "frontmatter", label: "Front matter" },
];

/** What to keep and what to write, in plain words. */
export function OptionBar({ settings, onChange }: OptionBarProps) {
  const id = useId();
  const means = presetOptions.find(({ value }) => value === settings.preset)?.means ?? "";
  return (
    <div class="option-bar">
      <Switcher
        label="Keep"
        value={settings.preset}
        options={presetOptions}
        describedBy={id}
        onChange={(preset) => onChange({ ...settings, preset })}
      />
      <p class="hint means" id={id}>
        {means}
      </p>
      <fieldset class="ticks">
        <legend>Write</legend>
        {shapes.map(({ name, label }) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={settings[name]}
              onChange={({ currentTarget }) => onChange({ ...settings, [name]: currentTarget.checked })}
            />
            {label}
          </label>
        ))}
      </fieldset>
    </div>
  );
}
