/**
 * The static gates: checks that read the project's files and run none of them, and which files each reads.
 * `npm run check` runs the programs that stand here; gates without one are tests of this folder. The table of
 * CONTRIBUTING.md shows which rooms each reaches, which gates.test.ts proves.
 */
import { execFileSync } from "node:child_process";
import { matchesGlob } from "node:path";
import { CODE, filesOf, isTest, ROOT, textOf, WRITTEN } from "./tree.ts";

export interface Gate {
  readonly name: string;
  readonly about: string;
  /** Scripts for Node.js with their arguments, all of which must succeed; none for a test of this folder. */
  readonly programs: readonly (readonly string[])[];
  /** Returns the paths that the gate reads, from the root of the project. */
  files(): readonly string[];
}

const COMPILER = "node_modules/typescript/bin/tsc";
/** The projects of the compiler: all that there are. */
const PROJECTS = filesOf(["tsconfig.json"]);

function filesOfProject(project: string): string[] {
  const words = [COMPILER, "--listFilesOnly", "-p", project];
  const paths = execFileSync(process.execPath, words, { cwd: ROOT, encoding: "utf8" }).trimEnd().split("\n");
  return paths.map((path) => path.slice(ROOT.length)).filter((path) => !path.includes("node_modules/"));
}

/** Reads a file of settings, JSON with comments in lines of their own and commas at ends of lists. */
function settingsOf(path: string): unknown {
  return JSON.parse(
    textOf(path)
      .replaceAll(/^\s*\/\/.*$/gm, "")
      .replaceAll(/,(?=\s*[}\]])/g, ""),
  );
}

/** The code that a tool reads which walks the project but for what its settings leave out. */
function filesLeftBy(settings: string): string[] {
  const { ignorePatterns = [] } = settingsOf(settings) as { readonly ignorePatterns?: readonly string[] };
  return CODE.filter((path) => !ignorePatterns.some((pattern) => matchesGlob(path, pattern)));
}

function filesOfKnip(): string[] {
  const { workspaces } = settingsOf("knip.jsonc") as {
    readonly workspaces: Readonly<Record<string, { readonly project: readonly string[] }>>;
  };
  const patterns = Object.entries(workspaces).flatMap(([folder, { project }]) =>
    project.map((pattern) => (folder === "." ? pattern : `${folder}/${pattern}`)),
  );
  // It reads the settings of other tools by itself, and refuses a pattern for them.
  const ownPatterns = [...patterns, ".dependency-cruiser.mjs"];
  return CODE.filter((path) => ownPatterns.some((pattern) => matchesGlob(path, pattern)));
}

/** The folders and files at the root that hold code, all of whose imports are arrows. */
export const ARROW_ROOTS: readonly string[] = [...new Set(CODE.map((path) => path.split("/")[0] ?? ""))];
/** Tests describe many cases in one function; all other functions are bounded. */
export const BOUNDED: readonly string[] = WRITTEN.filter((path) => !isTest(path));

export const GATES: readonly Gate[] = [
  {
    name: "types",
    about: "the compiler, over all projects",
    programs: PROJECTS.map((project) => [COMPILER, "--noEmit", "-p", project]),
    files: () => PROJECTS.flatMap(filesOfProject),
  },
  {
    name: "format",
    about: "the layout of code and documents; npm run format corrects it",
    programs: [["node_modules/oxfmt/bin/oxfmt", "--check"]],
    files: () => filesLeftBy(".oxfmtrc.json"),
  },
  {
    name: "lint",
    about: "lint rules, including those that need types",
    programs: [["node_modules/oxlint/bin/oxlint", "--type-aware", "--deny-warnings"]],
    files: () => filesLeftBy(".oxlintrc.json"),
  },
  {
    name: "unused",
    about: "files, exports and dependencies that nothing uses",
    programs: [["node_modules/knip/bin/knip.js", "--no-progress", "--treat-config-hints-as-errors"]],
    files: filesOfKnip,
  },
  {
    name: "arrows",
    about: "imports point the way that the house has it",
    programs: [],
    files: () =>
      CODE.filter((path) => ARROW_ROOTS.some((root) => path === root || path.startsWith(`${root}/`))),
  },
  {
    name: "shape",
    about: "opening comments, lengths and words of files",
    programs: [],
    files: () => WRITTEN,
  },
  { name: "complexity", about: "paths and lines of functions", programs: [], files: () => BOUNDED },
];
