/**
 * Tables in PostgreSQL, for workers on many machines. Each step is one statement, and so one transaction: the row of the
 * page's site is raised from the page before to this one, and only if that succeeded is the page added. The row's lock
 * makes workers on one site wait for each other.
 */

import type { Progress, SharedStore, SiteChange, Step, StoredSite } from "dehusk/internal/incremental";
import { checkSiteName, commitChanges, readProgress, storeFailure, writeProgress } from "dehusk/internal/incremental";
import pg from "pg";

/** A number that no other program is likely to lock: two workers that create the tables at once would both fail. */
const createLock = 0x64_65_68_75;

const createTables = `
CREATE TABLE IF NOT EXISTS dehusk_settings (one boolean PRIMARY KEY CHECK (one), settings text NOT NULL);
CREATE TABLE IF NOT EXISTS dehusk_sites (site text PRIMARY KEY, pages integer NOT NULL) WITH (fillfactor = 50);
CREATE TABLE IF NOT EXISTS dehusk_tables (site text PRIMARY KEY, page integer NOT NULL, bytes bytea NOT NULL);
CREATE TABLE IF NOT EXISTS dehusk_pages
  (site text, page integer, bytes bytea NOT NULL, PRIMARY KEY (site, page));
CREATE TABLE IF NOT EXISTS dehusk_runs
  (name text PRIMARY KEY, progress text NOT NULL);`;

const putRun = "INSERT INTO dehusk_runs (name, progress) ";
const orUpdateRun = "ON CONFLICT (name) DO UPDATE SET progress = excluded.progress";

const appendPage = `
WITH head AS (
  INSERT INTO dehusk_sites AS known (site, pages)
  SELECT $1, $2::integer WHERE $2 = 1 OR EXISTS (SELECT FROM dehusk_sites WHERE site = $1)
  ON CONFLICT (site) DO UPDATE SET pages = excluded.pages WHERE known.pages = excluded.pages - 1
  RETURNING pages
), added AS (
  INSERT INTO dehusk_pages (site, page, bytes) SELECT $1, pages, $3::bytea FROM head
), run AS (
  ${putRun} SELECT $4::text, $5::text FROM head WHERE $4 IS NOT NULL ${orUpdateRun}
)
SELECT FROM head`;

const readSite = `
SELECT 0 AS kind, page, bytes FROM dehusk_tables WHERE site = $1 AND page > $2
UNION ALL
SELECT 1, page, bytes FROM dehusk_pages WHERE site = $1 AND page > $2
ORDER BY kind, page`;

const compactSite = `
WITH put AS (
  INSERT INTO dehusk_tables AS known (site, page, bytes)
  SELECT site, $2::integer, $3::bytea FROM dehusk_sites WHERE site = $1 AND pages >= $2
  ON CONFLICT (site) DO UPDATE SET page = excluded.page, bytes = excluded.bytes WHERE known.page < excluded.page
  RETURNING page
)
DELETE FROM dehusk_pages USING put WHERE dehusk_pages.site = $1 AND dehusk_pages.page <= put.page`;

/**
 * Milliseconds to wait for a connection or an answer: behind a cable that is pulled, nothing else ends the wait. The address
 * may name another `query_timeout`.
 */
const patience = 60_000;

export class PostgresStore implements SharedStore {
  readonly #pool: pg.Pool;
  readonly #address: string;

  private constructor(address: string) {
    this.#address = address;
    this.#pool = new pg.Pool({
      connectionString: address,
      max: 4,
      keepAlive: true,
      connectionTimeoutMillis: patience,
      query_timeout: patience,
    });
    // A connection that breaks fails the statement it is used for, now or next. Without a listener it would end the process.
    this.#pool.on("error", () => {});
    this.#pool.on("connect", (client) => void client.on("error", () => {}));
  }

  /** @throws DehuskError `bad-model` when the server cannot be reached or refuses. */
  static async open(address: string): Promise<PostgresStore> {
    const store = new PostgresStore(address);
    try {
      await store.#create();
      return store;
    } catch (error) {
      await store.#pool.end();
      throw storeFailure(address, error);
    }
  }

  async settings(given: string): Promise<string> {
    await this.#query("INSERT INTO dehusk_settings VALUES (true, $1) ON CONFLICT DO NOTHING", [given]);
    const [row] = await this.#query<{ settings: string }>("SELECT settings FROM dehusk_settings");
    return (row as { settings: string }).settings;
  }

  async read(site: string, after: number): Promise<StoredSite> {
    checkSiteName(site);
    const rows = await this.#query<{ kind: number; bytes: Buffer }>(readSite, [site, after]);
    return {
      table: rows.find(({ kind }) => kind === 0)?.bytes,
      pages: rows.filter(({ kind }) => kind === 1).map(({ bytes }) => bytes),
    };
  }

  async append({ site, page, bytes, run }: Step): Promise<boolean> {
    checkSiteName(site);
    const values = [
      site,
      page,
      asBuffer(bytes),
      run?.name ?? null,
      run === undefined ? null : writeProgress(run.progress),
    ];
    return (await this.#query(appendPage, values)).length === 1;
  }

  async compact(site: string, page: number, table: Uint8Array): Promise<void> {
    await this.#query(compactSite, [site, page, asBuffer(table)]);
  }

  async sites(): Promise<string[]> {
    const rows = await this.#query<{ site: string }>("SELECT site FROM dehusk_sites");
    return rows.map(({ site }) => site).sort();
  }

  async progress(run: string): Promise<Progress | undefined> {
    const [row] = await this.#query<{ progress: string }>("SELECT progress FROM dehusk_runs WHERE name = $1", [run]);
    return row === undefined ? undefined : readProgress(row.progress);
  }

  async setProgress(run: string, progress: Progress | undefined): Promise<void> {
    if (progress === undefined) await this.#query("DELETE FROM dehusk_runs WHERE name = $1", [run]);
    else await this.#query(`${putRun} VALUES ($1, $2) ${orUpdateRun}`, [run, writeProgress(progress)]);
  }

  async commit(changes: readonly SiteChange[], run: { name: string; progress: Progress }): Promise<boolean> {
    for (const { site } of changes) checkSiteName(site);
    try {
      return await commitChanges(this.#pool, changes, run.name, writeProgress(run.progress));
    } catch (error) {
      throw storeFailure(this.#address, error);
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #create(): Promise<void> {
    const client = await this.#pool.connect();
    let failed = true;
    try {
      await client.query("BEGIN");
      await client.query("SELECT pg_advisory_xact_lock($1)", [createLock]);
      await client.query(createTables);
      await client.query("COMMIT");
      failed = false;
    } finally {
      client.release(failed);
    }
  }

  async #query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    try {
      const { rows } = await this.#pool.query<Row>({ text, values: [...values], name: nameOf(text) });
      return rows;
    } catch (error) {
      throw storeFailure(this.#address, error);
    }
  }
}

/** Statements are prepared once a connection, under a name. */
const names = new Map<string, string>();
function nameOf(text: string): string {
  const name = names.get(text) ?? `dehusk-${names.size + 1}`;
  names.set(text, name);
  return name;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
