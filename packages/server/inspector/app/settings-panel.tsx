import { type Penalty, penaltyNames, type Weighting } from "dehusk/internal/detect";
import type { Preset } from "dehusk/internal/extract";
import type { AddedModel } from "../engine/messages.ts";
import { defaultSettings, type Settings } from "../engine/settings.ts";
import { Choice, type Option } from "./choice.tsx";
import { FileButton } from "./file-button.tsx";
import { lambdas, maximumPenalty, strength } from "./settings-scales.ts";
import { Slider } from "./slider.tsx";

interface SettingsPanelProps {
  readonly settings: Settings;
  readonly models: readonly AddedModel[];
  readonly onChange: (settings: Settings) => void;
  readonly onModelFile: (file: File) => void;
}

const presetOptions: readonly Option<Preset>[] = [
  { value: "balanced", name: "Balanced" },
  { value: "precision", name: "Precision: only what is certain" },
  { value: "recall", name: "Recall: keep more" },
  { value: "article", name: "Article: without comments" },
  { value: "everything", name: "Everything shown" },
];

const penaltyOptions: readonly Option<Penalty>[] = penaltyNames.map((value) => ({
  value,
  name: value
    .split("*")
    .map((ratio) => ({ nodes: "share of nodes", area: "share of the area", parent: "share of the parent" })[ratio])
    .join(" × "),
}));

const weightingOptions: readonly Option<Weighting>[] = [
  { value: "text", name: "text and links" },
  { value: "nodes", name: "one each" },
];

/** The settings. Changes are reported immediately; listeners debounce. */
export function SettingsPanel({ settings, models, onChange, onModelFile }: SettingsPanelProps) {
  const change = (part: Partial<Settings>): void => onChange({ ...settings, ...part });
  const added = (use: AddedModel["use"]): Option<string>[] =>
    models.filter((model) => model.use === use).map(({ id, name }) => ({ value: id, name: `File: ${name}` }));
  const isDefault = JSON.stringify(settings) === JSON.stringify(defaultSettings);
  return (
    <div class="settings">
      <div class="basics">
        <Choice
          label="Model"
          value={settings.model}
          options={[
            { value: "shipped", name: "Shipped: text blocks" },
            { value: "plain", name: "Plain: page-level, as in the paper" },
            ...added("detect"),
          ]}
          onChange={(model) => change({ model })}
        />
        <Choice
          label="Keep"
          value={settings.preset}
          options={presetOptions}
          onChange={(preset) => change({ preset })}
        />
      </div>
      <fieldset class="smoothing">
        <legend>Smoothing</legend>
        <Slider
          label="Penalty per section"
          scale={strength}
          value={settings.penaltyFactor}
          onChange={(penaltyFactor) => change({ penaltyFactor })}
        />
        <Slider
          label="Maximum penalty"
          scale={maximumPenalty}
          value={settings.penaltyMost}
          onChange={(penaltyMost) => change({ penaltyMost })}
        />
        <Choice
          label="Penalty grows with"
          value={settings.penalty}
          options={penaltyOptions}
          onChange={(penalty) => change({ penalty })}
        />
        <Choice
          label="Weight nodes by"
          value={settings.weighting}
          options={weightingOptions}
          onChange={(weighting) => change({ weighting })}
        />
        <p class="hint">
          {settings.model === "plain"
            ? "With this model, the smoothed score decides what is kept."
            : "With a block model, each block decides what is kept; smoothing only affects heat and sections."}
        </p>
      </fieldset>
      <fieldset class="segmenting">
        <legend>Segments</legend>
        <Slider
          label="λ"
          hint="Cost of separating what seems to belong together: larger values give fewer segments."
          scale={lambdas}
          value={settings.lambda}
          onChange={(lambda) => change({ lambda })}
        />
        <Choice
          label="Segment model"
          value={settings.segmentModel}
          options={[
            { value: "shipped", name: "Shipped: trained weights" },
            { value: "plain", name: "Plain: untrained" },
            ...added("segment"),
          ]}
          onChange={(segmentModel) => change({ segmentModel })}
        />
      </fieldset>
      <div class="buttons">
        <FileButton label="Add model file" accept=".json,application/json" onFile={onModelFile} />
        <button type="button" class="button" disabled={isDefault} onClick={() => onChange(defaultSettings)}>
          Reset to defaults
        </button>
      </div>
    </div>
  );
}
