import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Locked {
  readonly name: string;
  readonly version: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  readonly isDev: boolean;
  readonly isForeign: boolean;
}

const { lockedPackages, problemsOf } = (await import(new URL("../tools/supply-chain.mjs", import.meta.url).href)) as {
  lockedPackages(path?: string): Locked[];
  problemsOf(packages: readonly Locked[]): string[];
};

test("every locked package has a hash, an acceptable licence, and no install script", () => {
  const packages = lockedPackages();
  expect(packages.length).toBeGreaterThan(300);
  expect(problemsOf(packages)).toEqual([]);
  expect(
    packages.filter(({ isForeign, isDev, name }) => isForeign && !isDev && !/msgpackr-extract/.test(name)),
  ).toEqual([]);
});

test("the check finds what is wrong", () => {
  const right: Locked = {
    name: "a",
    version: "1.0.0",
    integrity: "sha512-x",
    license: "MIT",
    isDev: false,
    isForeign: false,
  };
  expect(problemsOf([right])).toEqual([]);
  const { integrity: _, ...unhashed } = right;
  const wrong: Locked[] = [
    unhashed,
    { ...right, integrity: "sha1-x" },
    { ...right, hasInstallScript: true },
    { ...right, license: "GPL-3.0" },
    { ...right, license: "MIT AND GPL-3.0" },
  ];
  for (const one of wrong) expect(problemsOf([one]), JSON.stringify(one)).toHaveLength(1);
  expect(problemsOf([{ ...right, license: "(MIT OR GPL-3.0)" }])).toEqual([]);
});

test.each(["dehusk", "server", "cluster", "lab"])("%s runs nothing when it is installed", (name) => {
  const { scripts = {} } = JSON.parse(
    readFileSync(new URL(`../packages/${name}/package.json`, import.meta.url), "utf8"),
  );
  expect(Object.keys(scripts).filter((script) => /install|^prepare$/.test(script))).toEqual([]);
});
