/**
 * The rules of `.oxlintrc.json` that keep the house: each catches what it is there to catch, where it must,
 * and only there.
 */
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ROOT } from "./tree.ts";

/** A line of code, and the rule that must refuse it. */
const REFUSED_ANYWHERE = [
  ["const loose: any = 1; console.log(loose);", "typescript(no-explicit-any)"],
  ["export const first = (list: number[]) => list[0]!;", "typescript(no-non-null-assertion)"],
  [
    "export const loose = (text: string): number => JSON.parse(text).size;",
    "typescript(no-unsafe-member-access)",
  ],
  ["export function go(): void { Promise.resolve(1); }", "typescript(no-floating-promises)"],
  [
    "export const late = async (list: number[]): Promise<void> => { [1].map(async () => list); };",
    "typescript(no-floating-promises)",
  ],
  ["export const same = (a: unknown, b: unknown) => a == b;", "eslint(eqeqeq)"],
  ['export function fail(): never { throw "text"; }', "typescript(only-throw-error)"],
  ["export const told = (value: object) => `${value}`;", "typescript(no-base-to-string)"],
] as const;

/** What only the platform may touch. */
const REFUSED_OUTSIDE_PLATFORM = [
  ["export const now = () => Date.now();", "eslint(no-restricted-properties)"],
  ["export const chance = () => Math.random();", "eslint(no-restricted-properties)"],
  ['export const home = () => process.env["HOME"];', "eslint(no-restricted-properties)"],
  ["export const later = (act: () => void) => setTimeout(act, 1);", "eslint(no-restricted-globals)"],
  ["export const often = (act: () => void) => setInterval(act, 1);", "eslint(no-restricted-globals)"],
  ["export const elapsed = () => performance.now();", "eslint(no-restricted-globals)"],
  [
    'import { readFileSync } from "node:fs"; export const text = readFileSync("a", "utf8");',
    "eslint(no-restricted-imports)",
  ],
  [
    'import { spawn } from "node:child_process"; export const child = spawn("a");',
    "eslint(no-restricted-imports)",
  ],
  [
    'import { randomBytes } from "node:crypto"; export const bytes = randomBytes(1);',
    "eslint(no-restricted-imports)",
  ],
] as const;

const PRODUCT = [
  "src/core",
  "words",
  "src/contract",
  "src/modules/books/chart",
  "src/interfaces/rest",
] as const;
const ROOMS = [
  ...PRODUCT,
  "src/platform/time",
  "bench/parts",
  "client/src",
  "console/src/parts",
  "deploy/npm",
  "formula/src",
  "test/support",
] as const;

const project = mkdtempSync(join(tmpdir(), "daybook-lint-"));
afterAll(() => rmSync(project, { recursive: true }));

/**
 * What the linter says of a project that holds each line in a file of its own, in each room: codes by file.
 */
async function judged(): Promise<ReadonlyMap<string, readonly string[]>> {
  mkdirSync(join(project, "console"));
  for (const name of [".oxlintrc.json", "tsconfig.json", "console/tsconfig.json", "package.json"])
    copyFileSync(join(ROOT, name), join(project, name));
  symlinkSync(join(ROOT, "node_modules"), join(project, "node_modules"));
  for (const room of ROOMS) {
    mkdirSync(join(project, room), { recursive: true });
    for (const [index, [line]] of [...REFUSED_ANYWHERE, ...REFUSED_OUTSIDE_PLATFORM].entries())
      writeFileSync(join(project, room, `line-${index}.ts`), `${line}\n`);
  }
  const oxlint = join(
    dirname(createRequire(import.meta.url).resolve("oxlint/package.json")),
    "bin",
    "oxlint",
  );
  const output = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [oxlint, "--type-aware", "--format=json", ...ROOMS],
      { cwd: project, maxBuffer: 10_000_000 },
      (_error, stdout) => resolve(stdout),
    );
  });
  const { diagnostics } = JSON.parse(output) as {
    readonly diagnostics: readonly { readonly code: string; readonly filename: string }[];
  };
  return new Map(
    [...Map.groupBy(diagnostics, ({ filename }) => filename)].map(([file, found]) => [
      file,
      found.map(({ code }) => code),
    ]),
  );
}

const found = await judged();

function codes(room: string, index: number): readonly string[] {
  return found.get(`${room}/line-${index}.ts`) ?? [];
}

test.each(REFUSED_ANYWHERE.map((row, index) => [...row, index] as const))(
  "%s is refused everywhere",
  (_line, rule, index) => {
    for (const room of ROOMS) expect(codes(room, index), room).toContain(rule);
  },
);

test.each(REFUSED_OUTSIDE_PLATFORM.map((row, index) => [...row, index + REFUSED_ANYWHERE.length] as const))(
  "%s is refused outside platform/",
  (_line, rule, index) => {
    for (const room of PRODUCT) expect(codes(room, index), room).toContain(rule);
    expect(codes("src/platform/time", index)).not.toContain(rule);
  },
);
