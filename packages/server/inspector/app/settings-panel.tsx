import { type Penalty, penaltyNames, type Weighting } from "dehusk/internal/detect";
import type { Preset } from "dehusk/internal/extract";
import type { AddedModel } from "../engine/messages.ts";
import { defaultSettings, type Settings } from "../engine/settings.ts";
import { Choice, type Option } from "./choice.tsx";
import { FileButton } from "./file-button.tsx";
import { lambdas, most, strength } from "./settings-scales.ts";
import { Slider } from "./slider.tsx";

interface SettingsPanelProps {
  readonly settings: Settings;
  readonly models: readonly AddedModel[];
  readonly onChange: (settings: Settings) => void;
  readonly onModelFile: (file: File) => void;
}

const presetOptions: readonly Option<Preset>[] = [
  { value: "balanced", name: "Balanced" },
  { value: "precision", name: "Precision: only what is sure" },
  { value: "recall", name: "Recall: rather too much" },
  { value: "article", name: "Article: without comments" },
  { value: "everything", name: "Everything that is shown" },
];

const penaltyOptions: readonly Option<Penalty>[] = penaltyNames.map((value) => ({
  value,
  name: value
    .split("*")
    .map(
      (ratio) =>
        ({ nodes: "its share of nodes", area: "its share of the area", parent: "its share of the parent" })[ratio],
    )
    .join(" × "),
}));

const weightingOptions: readonly Option<Weighting>[] = [
  { value: "text", name: "their text and links" },
  { value: "nodes", name: "one each" },
];

/** What can be turned. Changes are told at once; whoever listens waits for the last. */
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
            { value: "shipped", name: "Shipped: blocks of text" },
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
          label="Penalty of a section"
          scale={strength}
          value={settings.penaltyFactor}
          onChange={(penaltyFactor) => change({ penaltyFactor })}
        />
        <Slider
          label="At most"
          scale={most}
          value={settings.penaltyMost}
          onChange={(penaltyMost) => change({ penaltyMost })}
        />
        <Choice
          label="Dear by"
          value={settings.penalty}
          options={penaltyOptions}
          onChange={(penalty) => change({ penalty })}
        />
        <Choice
          label="Nodes count by"
          value={settings.weighting}
          options={weightingOptions}
          onChange={(weighting) => change({ weighting })}
        />
        <p class="hint">
          {settings.model === "plain"
            ? "With this model, what is kept goes by the smoothed score."
            : "With a model of blocks, what is kept goes by each block; smoothing shapes heat and sections."}
        </p>
      </fieldset>
      <fieldset class="segmenting">
        <legend>Segments</legend>
        <Slider
          label="λ"
          hint="What it costs to put apart what seems to belong together: the larger, the fewer segments."
          scale={lambdas}
          value={settings.lambda}
          onChange={(lambda) => change({ lambda })}
        />
        <Choice
          label="Model of segments"
          value={settings.segmentModel}
          options={[
            { value: "shipped", name: "Shipped: learned weights" },
            { value: "plain", name: "Plain: nothing learned" },
            ...added("segment"),
          ]}
          onChange={(segmentModel) => change({ segmentModel })}
        />
      </fieldset>
      <div class="buttons">
        <FileButton label="Add a model file" accept=".json,application/json" onFile={onModelFile} />
        <button type="button" class="button" disabled={isDefault} onClick={() => onChange(defaultSettings)}>
          Back to defaults
        </button>
      </div>
    </div>
  );
}
