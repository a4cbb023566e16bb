import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { AddedModel, OpenedPage, PageSource } from "../engine/messages.ts";
import { defaultSettings, type Settings } from "../engine/settings.ts";
import { Announcer } from "./announcer.tsx";
import { CompareView } from "./compare-view.tsx";
import { engine, otherSegmentEngine, segmentEngine } from "./engines.ts";
import { InspectView } from "./inspect-view.tsx";
import { type About, Service } from "./service.ts";
import { SiteView } from "./site-view.tsx";
import { StartScreen } from "./start-screen.tsx";
import { useTheme } from "./theme.ts";
import { TopBar, type View } from "./top-bar.tsx";
import { useDrop } from "./use-drop.ts";

/** Limit in megabytes: for pages the library's own, which would only apply after reading. */
const maxMegabytes = 64;

/** @throws Error for a file that is too large to read. */
function checkSize({ size }: File): void {
  const megabytes = size / 2 ** 20;
  if (megabytes <= maxMegabytes) return;
  throw new Error(`The file has ${Math.ceil(megabytes)} MB; the limit is ${maxMegabytes} MB.`);
}

async function readPage(file: File): Promise<PageSource> {
  checkSize(file);
  return { content: new Uint8Array(await file.arrayBuffer()), url: null, name: file.name };
}

/** The inspector. */
export function App() {
  const { choice, scheme, choose } = useTheme();
  const [service] = useState(() => new Service());
  const [about, setAbout] = useState<About>();
  const [view, setView] = useState<View>("inspect");
  const [open, setOpen] = useState<{ readonly source: PageSource; readonly page: OpenedPage }>();
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const [selected, setSelected] = useState<number | null>(null);
  const [settings, setSettings] = useState<Settings>(defaultSettings);
  const [other, setOther] = useState<Settings>({ ...defaultSettings, model: "plain" });
  const [models, setModels] = useState<readonly AddedModel[]>([]);
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    service.about().then(setAbout);
  }, []);

  const openPage = useCallback(async (read: () => Promise<PageSource>) => {
    setBusy(true);
    setTrouble(undefined);
    try {
      const source = await read();
      // The engine holds one page: from here on the previous one is gone.
      setOpen(undefined);
      const page = await engine.open(source);
      setSelected(null);
      setView("inspect");
      setOpen({ source, page });
      main.current?.focus();
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  }, []);

  const addModel = useCallback(async (file: File, apply = setSettings) => {
    setTrouble(undefined);
    try {
      checkSize(file);
      const text = await file.text();
      const id = `file:${file.name}:${Date.now()}`;
      const added = await engine.addModel(id, text);
      segmentEngine.shareModel(id, text);
      otherSegmentEngine.shareModel(id, text);
      setModels((last) => [...last, added]);
      const use = added.use === "segment" ? { segmentModel: id } : { model: id };
      apply((last) => ({ ...last, ...use }));
    } catch (error) {
      setTrouble(`${file.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }, []);

  const takeFile = useCallback((file: File) => {
    if (/\.json$/i.test(file.name)) addModel(file);
    else openPage(() => readPage(file));
  }, []);
  const isOver = useDrop(takeFile);

  const sites: View[] = about?.sites === true ? ["sites"] : [];
  const views: View[] =
    open !== undefined ? ["inspect", "compare", ...sites] : sites.length > 0 ? ["inspect", "sites"] : [];

  function selectAndShow(node: number): void {
    setSelected(node);
    setView("inspect");
  }

  return (
    <Announcer>
      <TopBar
        view={view}
        views={views}
        hasPage={open !== undefined}
        theme={choice}
        onView={setView}
        onTheme={choose}
        onHome={() => {
          setOpen(undefined);
          setView("inspect");
          setTrouble(undefined);
        }}
      />
      <main id="main" ref={main} tabIndex={-1}>
        {open !== undefined && trouble !== undefined ? (
          <p class="trouble banner" role="alert">
            {trouble}{" "}
            <button type="button" class="link" onClick={() => setTrouble(undefined)}>
              Close
            </button>
          </p>
        ) : null}
        {view === "sites" && about !== undefined ? (
          <SiteView about={about} service={service} page={open?.page} source={open?.source} onSelect={selectAndShow} />
        ) : open === undefined ? (
          <StartScreen
            about={about}
            service={service}
            isBusy={isBusy}
            trouble={trouble}
            onOpen={openPage}
            onFile={takeFile}
          />
        ) : view === "compare" ? (
          <CompareView
            page={open.page}
            source={open.source}
            a={settings}
            b={other}
            models={models}
            scheme={scheme}
            selected={selected}
            onSelect={setSelected}
            onA={setSettings}
            onB={setOther}
            onModelFile={(file, side) => addModel(file, side === "a" ? setSettings : setOther)}
          />
        ) : (
          <InspectView
            page={open.page}
            source={open.source}
            settings={settings}
            models={models}
            scheme={scheme}
            selected={selected}
            onSelect={setSelected}
            onSettings={setSettings}
            onModelFile={(file) => addModel(file)}
          />
        )}
      </main>
      {isOver ? <div class="drop-veil">Drop a page, or a model file</div> : null}
    </Announcer>
  );
}
