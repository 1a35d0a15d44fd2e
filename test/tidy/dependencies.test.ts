/**
 * What the project takes from others: exact versions, a lock file that is whole on every system, licences
 * that ask for nothing but to be named, and install scripts that were looked at one by one.
 */
import { expect, test } from "vitest";
import { FILES, textOf } from "./tree.ts";

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly resolved?: string;
  /** A workspace, which stands where `resolved` says. */
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
interface Project {
  readonly version: string;
  readonly workspaces: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

const project = JSON.parse(textOf("package.json")) as Project;
const lock = JSON.parse(textOf("package-lock.json")) as {
  readonly packages: Readonly<Record<string, Locked & Partial<Project>>>;
};
const packages = Object.entries(lock.packages).filter(([path]) => path !== "");

/** The name of the package at a path of the lock file. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}

/** Where a package finds another one that it asks for: in its own folder, or in one above. */
function found(path: string, name: string): boolean {
  const own = `${path === "" ? "" : `${path}/`}node_modules/${name}`;
  if (own in lock.packages) return true;
  if (path === "") return false;
  return found(path.slice(0, Math.max(0, path.lastIndexOf("/node_modules/"))), name);
}

test("every version is pinned exactly, in the project and in its lock file alike", () => {
  const pinned = Object.entries({ ...project.dependencies, ...project.devDependencies });
  expect(pinned.filter(([, version]) => !/^\d+[.]\d+[.]\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  for (const [name, version] of pinned)
    expect(
      lock.packages[lock.packages[`node_modules/${name}`]?.resolved ?? `node_modules/${name}`]?.version,
      name,
    ).toBe(version);
  const { dependencies, devDependencies, version } = lock.packages[""] ?? {};
  expect({ dependencies, devDependencies, version }).toEqual({
    dependencies: project.dependencies,
    devDependencies: project.devDependencies,
    version: project.version,
  });
});

test("what a package needs on other systems is in the lock file, so that npm ci works there", () => {
  const asked = packages.flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => [path, name] as const),
  );
  expect(
    asked
      .filter(([path, name]) => !found(path, name))
      .map(([path, name]) => `${nameOf(path)} asks for ${name}`),
  ).toEqual([]);
  expect(asked.length).toBeGreaterThan(50);
});

test("the lock file says where nothing came from, so that it serves behind every registry", () => {
  expect(packages.filter(([, { resolved, link }]) => resolved !== undefined && !link)).toEqual([]);
  // A workspace is a link to a folder of the project.
  expect(new Set(packages.flatMap(([, { resolved, link }]) => (link ? [resolved] : [])))).toEqual(
    new Set(project.workspaces),
  );
});

/** Licences that ask for no more than to be named, and for data to be attributed. */
const PERMISSIVE = new Set([
  "MIT",
  "MIT-0",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "0BSD",
  "BlueOak-1.0.0",
  "OFL-1.1",
  "CC0-1.0",
  "Unlicense",
  "Python-2.0",
  "CC-BY-4.0",
]);
/**
 * Only developers install them, nothing of them is passed on, and their files are used as they are: a tool of
 * the test runner, and the judge of accessibility.
 */
const TOOL_ONLY = new Map([
  ["lightningcss", "MPL-2.0"],
  ["axe-core", "MPL-2.0"],
]);
/** What states its licence in its file LICENSE alone, which was read. */
const READ_BY_HAND = new Map([["png-js@2.0.0", "MIT"]]);

function isPermissive(license: string): boolean {
  const words = license.replaceAll(/[()]/g, "").split(/ AND /);
  return words.every((word) => word.split(/ OR /).some((choice) => PERMISSIVE.has(choice)));
}

test("every package that is installed has a permissive licence", () => {
  const other = packages.filter(
    ([
      path,
      {
        version,
        link = false,
        license = READ_BY_HAND.get(`${nameOf(path)}@${version}`) ?? "none",
        dev = false,
      },
    ]) => {
      const tool = TOOL_ONLY.get(nameOf(path).replace(/-(android|darwin|freebsd|linux|win32)-.*$/, ""));
      return !link && !isPermissive(license) && !(dev && tool === license);
    },
  );
  expect(other.map(([path, { license }]) => `${nameOf(path)}: ${license}`)).toEqual([]);
  expect(packages.length).toBeGreaterThan(100);
  expect([
    isPermissive("GPL-3.0"),
    isPermissive("MIT AND GPL-3.0"),
    isPermissive("(MIT OR GPL-3.0)"),
  ]).toEqual([false, false, true]);
});

test("every install script is allowed or refused by name", () => {
  const withScript = packages
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => nameOf(path));
  expect(Object.keys(project.allowScripts).toSorted()).toEqual(withScript.toSorted());
});

test("there is one lock file, and no registry is named beside it", () => {
  expect(
    FILES.filter((path) =>
      /(^|\/)(package-lock[.]json|npm-shrinkwrap[.]json|yarn[.]lock|pnpm-lock[.]yaml|bun[.]lockb?)$/.test(
        path,
      ),
    ),
  ).toEqual(["package-lock.json"]);
  expect(textOf(".npmrc")).not.toMatch(/^\s*(@[\w-]+:)?registry\s*=/m);
});
