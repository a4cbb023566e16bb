import { type Penalty, penaltyNames, type Weighting } from "dehusk/internal/detect";
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

/** The settings for experts, each with a sentence. Changes are reported immediately; listeners debounce. */
export function SettingsPanel({ settings, models, onChange, onModelFile }: SettingsPanelProps) {
  const change = (part: Partial<Settings>): void => onChange({ ...settings, ...part });
  const added = (use: AddedModel["use"]): Option<string>[] =>
    models.filter((model) => model.use === use).map(({ id, name }) => ({ value: id, name: `File: ${name}` }));
  const isDefault = JSON.stringify(settings) === JSON.stringify(defaultSettings);
  return (
    <div class="settings">
      <fieldset>
        <legend>Judging</legend>
        <Choice
          label="Model"
          hint="What judges the page: the shipped model looks at each block of text, the plain one at each node."
          value={settings.model}
          options={[
            { value: "shipped", name: "Shipped: text blocks" },
            { value: "plain", name: "Plain: page-level, as in the paper" },
            ...added("detect"),
          ]}
          onChange={(model) => change({ model })}
        />
        <Choice
          label="Weight nodes by"
          hint="What counts when a part of the page is judged: its text, or each of its nodes alike."
          value={settings.weighting}
          options={weightingOptions}
          onChange={(weighting) => change({ weighting })}
        />
      </fieldset>
      <fieldset>
        <legend>Smoothing</legend>
        <Slider
          label="Penalty per section"
          hint="Cost of each section: larger values give fewer, larger sections."
          scale={strength}
          value={settings.penaltyFactor}
          onChange={(penaltyFactor) => change({ penaltyFactor })}
        />
        <Slider
          label="Maximum penalty"
          hint="The most that a section may cost, however large it is."
          scale={maximumPenalty}
          value={settings.penaltyMost}
          onChange={(penaltyMost) => change({ penaltyMost })}
        />
        <Choice
          label="Penalty grows with"
          hint={
            settings.model === "plain"
              ? "Which sections cost more. With this model, the smoothed score decides what is kept."
              : "Which sections cost more. With a block model, smoothing only affects colours and sections."
          }
          value={settings.penalty}
          options={penaltyOptions}
          onChange={(penalty) => change({ penalty })}
        />
      </fieldset>
      <fieldset>
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
          hint="How it is weighed whether two pieces belong together: by trained weights, or by the plain distance."
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
