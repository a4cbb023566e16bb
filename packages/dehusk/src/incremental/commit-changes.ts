/** Adds the pages of many sites to the tables in PostgreSQL in one transaction. */

import type pg from "pg";
import { DehuskError } from "../basics/index.ts";
import type { SiteChange } from "./staged-store.ts";

const noteRun = "INSERT INTO dehusk_runs (name, progress) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING";

const raiseSites = `
UPDATE dehusk_sites AS known SET pages = new.after
FROM unnest($1::text[], $2::integer[], $3::integer[]) AS new (site, before, after)
WHERE known.site = new.site AND known.pages = new.before`;

const addSites = `
INSERT INTO dehusk_sites (site, pages) SELECT * FROM unnest($1::text[], $2::integer[]) ON CONFLICT (site) DO NOTHING`;

const putTables = `
INSERT INTO dehusk_tables (site, page, bytes) SELECT * FROM unnest($1::text[], $2::integer[], $3::bytea[])
ON CONFLICT (site) DO UPDATE SET page = excluded.page, bytes = excluded.bytes`;

const dropPages = `
DELETE FROM dehusk_pages AS known USING unnest($1::text[], $2::integer[]) AS new (site, page)
WHERE known.site = new.site AND known.page <= new.page`;

const addPages = `
INSERT INTO dehusk_pages (site, page, bytes) SELECT * FROM unnest($1::text[], $2::integer[], $3::bytea[])`;

/** Sites in one statement. */
const chunk = 500;

/**
 * @param progress Of the run, as text.
 * @returns False if the run already had progress: then nothing is changed.
 * @throws DehuskError `bad-model` if a site's number of pages has changed; then nothing is changed either.
 */
export async function commitChanges(
  pool: pg.Pool,
  changes: readonly SiteChange[],
  name: string,
  progress: string,
): Promise<boolean> {
  const client = await pool.connect();
  let failed = true;
  try {
    await client.query("BEGIN");
    // The row of the run is the lock: another commit of the same run waits here, and then sees the row.
    const isFirst = (await client.query(noteRun, [name, progress])).rowCount === 1;
    if (isFirst) {
      for (let from = 0; from < changes.length; from += chunk)
        await commitSome(client, changes.slice(from, from + chunk));
    }
    await client.query(isFirst ? "COMMIT" : "ROLLBACK");
    failed = false;
    return isFirst;
  } finally {
    // Closing the connection rolls back, whether or not the server can still be reached.
    client.release(failed);
  }
}

async function commitSome(client: pg.PoolClient, changes: readonly SiteChange[]): Promise<void> {
  const old = changes.filter(({ before }) => before > 0);
  const fresh = changes.filter(({ before }) => before === 0);
  const raised = await client.query(raiseSites, [
    old.map(({ site }) => site),
    old.map(({ before }) => before),
    old.map(({ after }) => after),
  ]);
  const added = await client.query(addSites, [fresh.map(({ site }) => site), fresh.map(({ after }) => after)]);
  if (raised.rowCount !== old.length || added.rowCount !== fresh.length) {
    throw new DehuskError("bad-model", "Other processes have counted pages of the same sites in the meantime.");
  }
  const tables = changes.flatMap(({ site, table }) => (table === undefined ? [] : [{ site, ...table }]));
  const sites = tables.map(({ site }) => site);
  const numbers = tables.map(({ page }) => page);
  await client.query(putTables, [sites, numbers, tables.map(({ bytes }) => Buffer.from(bytes))]);
  await client.query(dropPages, [sites, numbers]);
  const pages = changes.flatMap((change) => pagesOf(change));
  await client.query(addPages, [
    pages.map(({ site }) => site),
    pages.map(({ page }) => page),
    pages.map(({ bytes }) => Buffer.from(bytes)),
  ]);
}

function pagesOf({ site, before, table, pages }: SiteChange) {
  const first = (table?.page ?? before) + 1;
  return pages.map((bytes, i) => ({ site, page: first + i, bytes }));
}
