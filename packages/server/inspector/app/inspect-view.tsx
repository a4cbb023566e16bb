import { useEffect, useMemo, useState } from "preact/hooks";
import type { AddedModel, OpenedPage, PageSource } from "../engine/messages.ts";
import { judgingKey, type Settings } from "../engine/settings.ts";
import { useAnnounce } from "./announcer.tsx";
import { ContentPanel } from "./content-panel.tsx";
import { counted } from "./counted.ts";
import { engine, segmentEngine } from "./engines.ts";
import type { Colouring, Outlining } from "./frame-marks.ts";
import { MapPanel } from "./map-panel.tsx";
import { MetadataPanel } from "./metadata-panel.tsx";
import { NodeDetails } from "./node-details.tsx";
import { NodeTree } from "./node-tree.tsx";
import { PagePane } from "./page-pane.tsx";
import { SettingsPanel } from "./settings-panel.tsx";
import { Tabs } from "./tabs.tsx";
import type { Scheme } from "./theme.ts";
import { useAnswer } from "./use-answer.ts";
import { narrow, useMedia } from "./use-media.ts";
import { useSegments } from "./use-segments.ts";

interface InspectViewProps {
  readonly page: OpenedPage;
  readonly source: PageSource;
  readonly settings: Settings;
  readonly models: readonly AddedModel[];
  readonly scheme: Scheme;
  readonly selected: number | null;
  readonly onSelect: (node: number | null) => void;
  readonly onSettings: (settings: Settings) => void;
  readonly onModelFile: (file: File) => void;
}

/** Milliseconds that a slider must rest before the page is judged again. */
const settingDelay = 60;

/** One page under one set of settings, with all views linked. */
export function InspectView(props: InspectViewProps) {
  const { page, source, settings, models, scheme, selected, onSelect, onSettings, onModelFile } = props;
  const isNarrow = useMedia(narrow);
  const announce = useAnnounce();
  const [colouring, setColouring] = useState<Colouring>("smoothed");
  const [outlining, setOutlining] = useState<Outlining>("none");
  const [hovered, setHovered] = useState<number | null>(null);
  const [tab, setTab] = useState(isNarrow ? "page" : "nodes");

  const key = judgingKey(settings);
  const judging = useAnswer(page, key, () => engine.ask("judge", settings), settingDelay);
  const judgement = judging.answer;
  const segments = useSegments(segmentEngine, source, settings, outlining === "segments");
  const shown = hovered ?? selected;
  const facts = useAnswer(page, shown === null ? null : `${shown} ${key}`, () =>
    engine.ask("node", { node: shown as number, settings }),
  );

  const summary = useMemo(() => {
    if (judgement === undefined) return "";
    const { words, allWords, allSections, milliseconds } = judgement;
    const share = `${words.toLocaleString("en")} of ${counted(allWords, "word")} kept`;
    return `${share}, ${counted(allSections, "section")}, ${Math.max(1, Math.round(milliseconds))} ms`;
  }, [judgement]);
  useEffect(() => {
    if (summary !== "") announce(summary);
  }, [summary]);
  useEffect(() => {
    if (segments.found !== undefined) announce(`${counted(segments.found.segments.length, "segment")} found`);
  }, [segments.found]);

  const pagePane = (
    <PagePane
      page={page}
      judgement={judgement}
      segments={segments}
      colouring={colouring}
      outlining={outlining}
      selected={selected}
      scheme={scheme}
      onColouring={setColouring}
      onOutlining={setOutlining}
      onHover={setHovered}
      onSelect={onSelect}
    />
  );
  const settingsPanel = (
    <SettingsPanel settings={settings} models={models} onChange={onSettings} onModelFile={onModelFile} />
  );
  const nodes = (
    <div class="nodes">
      <NodeTree page={page} judgement={judgement} selected={selected} onSelect={onSelect} onHover={setHovered} />
      <section class="node-facts" aria-label="The node">
        {shown === null || judgement === undefined ? (
          <p class="quiet">
            Point at a part of the page, or choose a node in the tree, to see why it was kept or dropped.
          </p>
        ) : (
          <NodeDetails page={page} judgement={judgement} node={shown} facts={facts.answer} onSelect={onSelect} />
        )}
      </section>
    </div>
  );
  const panels = [
    { id: "nodes", name: "Nodes", panel: nodes },
    { id: "content", name: "Content", panel: <ContentPanel page={page} settings={settings} /> },
    { id: "metadata", name: "Metadata", panel: <MetadataPanel page={page} judgement={judgement} /> },
    { id: "map", name: "Map", panel: <MapPanel page={page} settings={settings} onSelect={onSelect} /> },
  ];

  return (
    <div class="inspect">
      <div class="headline">
        <h1 dir="auto">{page.metadata.title || page.name}</h1>
        <p class={judging.isStale ? "quiet working" : "quiet"}>
          {judging.failure === undefined ? summary || "Judging the page…" : null}
        </p>
        {judging.failure === undefined ? null : (
          <p class="trouble" role="alert">
            {judging.failure}
          </p>
        )}
      </div>
      {isNarrow ? (
        <Tabs
          label="Panels"
          look="all"
          keep
          chosen={tab}
          onChoose={setTab}
          tabs={[
            { id: "page", name: "Page", panel: pagePane },
            { id: "settings", name: "Settings", panel: settingsPanel },
            ...panels,
          ]}
        />
      ) : (
        <div class="columns">
          <aside class="side" aria-label="Settings">
            <h2>Settings</h2>
            {settingsPanel}
          </aside>
          {pagePane}
          <Tabs label="About the page" look="aside" tabs={panels} chosen={tab} onChoose={setTab} />
        </div>
      )}
    </div>
  );
}
