import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type FirstAnswers, openWithResult } from "../engine/first-answers.ts";
import type { AddedModel, OpenedPage, PageSource } from "../engine/messages.ts";
import { defaultSettings, type Settings } from "../engine/settings.ts";
import type { Address, View } from "./address.ts";
import { Announcer } from "./announcer.tsx";
import { CompareView } from "./compare-view.tsx";
import { engine, otherSegmentEngine, segmentEngine } from "./engines.ts";
import { readExample } from "./examples.ts";
import { InspectView } from "./inspect-view.tsx";
import { checkSize, readPage, troubleWith } from "./open-file.ts";
import { PageShelf } from "./page-shelf.ts";
import { type About, Service } from "./service.ts";
import { SiteView } from "./site-view.tsx";
import { StartScreen } from "./start-screen.tsx";
import { useTheme } from "./theme.ts";
import { TopBar } from "./top-bar.tsx";
import { useDrop } from "./use-drop.ts";
import { linkTo, usePlace } from "./use-place.ts";

interface OpenPage {
  /** Its id on the shelf. */
  readonly id: string;
  readonly source: PageSource;
  readonly page: OpenedPage;
  readonly first?: FirstAnswers;
}

/** What of a page is in a link to it. */
type Named = Partial<Pick<Address, "example" | "url">>;

const shelf = new PageShelf();
const title = document.title;

/** The inspector. */
export function App() {
  const { choice, scheme, choose } = useTheme();
  const [place, go] = usePlace();
  const { view, settings, other } = place.address;
  const [service] = useState(() => new Service());
  const [about, setAbout] = useState<About>();
  const [open, setOpen] = useState<OpenPage>();
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const [selected, setSelected] = useState<number | null>(null);
  const [models, setModels] = useState<readonly AddedModel[]>([]);
  const main = useRef<HTMLElement>(null);
  /** Counts what was opened: only the last counts. */
  const turn = useRef(0);
  const shown = useRef<string | null>(null);
  shown.current = open?.id ?? null;
  const asked = useRef(settings);
  asked.current = settings;
  const change = useCallback((part: Partial<Address>, how: "push" | "replace" = "replace") => {
    go((last) => ({ ...last, address: { ...last.address, ...part } }), how);
  }, []);
  const setSettings = useCallback((settings: Settings) => change({ settings }), []);
  const setOther = useCallback((other: Settings) => change({ other }), []);
  useEffect(() => {
    service.about().then(setAbout);
    engine.warm();
  }, []);

  /** Opens a page; `settle` is called with what it was read from, when it can be shown. */
  const show = useCallback(
    async (id: string, read: () => Promise<PageSource>, settle: (source: PageSource) => void) => {
      const own = ++turn.current;
      setBusy(true);
      setTrouble(undefined);
      let name: string | undefined;
      let isGone = false;
      try {
        const source = await read();
        name = source.name;
        if (own !== turn.current) return;
        // The engine holds one page: from here on the previous one is gone.
        isGone = true;
        setOpen(undefined);
        const opened = await openWithResult(engine, source, asked.current);
        if (own !== turn.current) return;
        setSelected(null);
        settle(source);
        setOpen({ id, source, ...opened });
        main.current?.focus();
      } catch (error) {
        if (own !== turn.current) return;
        const page = isGone ? null : shown.current;
        const part = page === null ? ({ view: "inspect", example: null } as const) : {};
        go((last) => ({ page, address: { ...last.address, ...part } }), "replace");
        setTrouble(troubleWith(name, error));
      } finally {
        if (own === turn.current) setBusy(false);
      }
    },
    [],
  );

  const openPage = useCallback(
    (read: () => Promise<PageSource>, named: Named = {}, how: "push" | "replace" = "push") => {
      const id = crypto.getRandomValues(new Uint32Array(3)).join("-");
      show(id, read, (source) => {
        void shelf.put(id, source);
        const { example = null, url = null } = { url: source.url, ...named };
        go((last) => ({ page: id, address: { ...last.address, view: "inspect", example, url } }), how);
      });
    },
    [],
  );

  // What the address names is opened: after a reload, by Back and forward, by a link to an example.
  useEffect(() => {
    const { page } = place;
    const { example } = place.address;
    if (page === shown.current) {
      if (page === null && example !== null) openPage(() => readExample(example), { example }, "replace");
    } else if (page === null) {
      turn.current++;
      setOpen(undefined);
    } else {
      show(
        page,
        () => readShelved(page),
        () => {},
      );
    }
  }, [place.page, place.address.example]);
  useEffect(() => {
    document.title = open === undefined ? title : `${open.page.metadata.title || open.page.name} – ${title}`;
  }, [open]);

  const addModel = useCallback(async (file: File, side: "settings" | "other" = "settings") => {
    setTrouble(undefined);
    try {
      checkSize(file);
      const text = await file.text();
      const id = `file:${file.name}:${Date.now()}`;
      const added = await engine.addModel(id, text);
      segmentEngine.shareModel(id, text);
      otherSegmentEngine.shareModel(id, text);
      setModels((last) => [...last, added]);
      go((last) => {
        const { address } = last;
        const { preset } = address[side];
        const use =
          added.use === "segment"
            ? { segmentModel: id }
            : // A model changes nothing where everything is kept.
              { model: id, preset: preset === "everything" ? defaultSettings.preset : preset };
        return { ...last, address: { ...address, [side]: { ...address[side], ...use } } };
      }, "replace");
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      setTrouble(`${file.name} is JSON, not a page, and no model either: ${message}`);
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
    change({ view: "inspect" }, "push");
  }

  return (
    <Announcer>
      <TopBar
        view={view}
        views={views}
        hasPage={open !== undefined}
        theme={choice}
        onView={(view) => change({ view }, "push")}
        onTheme={choose}
        onHome={() => {
          setTrouble(undefined);
          go(
            ({ address }) => ({ page: null, address: { ...address, view: "inspect", example: null, url: null } }),
            "push",
          );
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
            proposed={place.address.url}
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
            link={linkTo(place)}
            onSelect={setSelected}
            onA={setSettings}
            onB={setOther}
            onModelFile={(file, side) => addModel(file, side === "a" ? "settings" : "other")}
          />
        ) : (
          <InspectView
            key={open.id}
            page={open.page}
            first={open.first}
            source={open.source}
            settings={settings}
            models={models}
            scheme={scheme}
            selected={selected}
            link={linkTo(place)}
            onSelect={setSelected}
            onSettings={setSettings}
            onModelFile={(file) => addModel(file)}
          />
        )}
      </main>
      {/* Browsers draw sandboxed frames in a process of their own: this one starts it before the first page. */}
      <iframe hidden title="Not used" sandbox="allow-scripts" srcdoc="<!doctype html>" />
      {isOver ? <div class="drop-veil">Drop a page, or a model file</div> : null}
    </Announcer>
  );
}

async function readShelved(id: string): Promise<PageSource> {
  const source = await shelf.get(id);
  if (source !== undefined) return source;
  throw new Error("This browser no longer has that page: open it again.");
}
