/**
 * The page of measurements: what runs with `--record` found, kept in `bench/recorded/` and written from there.
 * A run of some cases replaces their findings and leaves the others with the day on which they were made.
 */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Finding } from "./part.ts";
import { aligned, cellsOf, verdictOf } from "./table.ts";

/** When and where a finding was made. */
interface Circumstances {
  /** The day, as `YYYY-MM-DD`. */
  readonly day: string;
  /** The machine's load over the minute before the part began. */
  readonly load: number;
  readonly cores: number;
  readonly node: string;
}

interface Recorded {
  readonly part: string;
  readonly about: string;
  readonly findings: readonly (Finding & Circumstances)[];
}

const RECORDED = fileURLToPath(new URL("./recorded/", import.meta.url));
const PAGE = fileURLToPath(new URL("../docs/operating/measurements.md", import.meta.url));

/** Keeps the findings of a part and writes the page anew. `isWhole` when all of its cases were measured. */
export async function record(
  part: Pick<Recorded, "part" | "about">,
  findings: readonly Finding[],
  circumstances: Circumstances,
  isWhole: boolean,
): Promise<void> {
  await mkdir(RECORDED, { recursive: true });
  const made = findings.map((finding) => ({ ...finding, ...circumstances }));
  const kept = isWhole ? [] : ((await recorded()).find((each) => each.part === part.part)?.findings ?? []);
  const names = new Set(made.map(({ what }) => what));
  const all = [...kept.filter(({ what }) => !names.has(what)), ...made];
  await writeFile(
    join(RECORDED, `${part.part}.json`),
    `${JSON.stringify({ ...part, findings: all }, null, 2)}\n`,
  );
  await writeFile(PAGE, await measurementsPage());
}

/** The page of measurements, as it follows from `bench/recorded/`. */
export async function measurementsPage(): Promise<string> {
  const sections = (await recorded()).map(
    ({ part, about, findings }) =>
      `## ${part.slice(0, 1).toUpperCase()}${part.slice(1)}\n\n\`npm run bench -- ${part}\`: ${about}.\n\n${markdownOf(findings)}`,
  );
  return `${[HEAD, ...sections].join("\n\n")}\n`;
}

const HEAD = `# Measurements

Times, memory and throughput beside their targets; what falls short of its target is in bold. The page is
written by \`npm run bench -- --record\`, which measures everything again on your machine. Ratios within one
run say more than times alone, which depend on the machine: these are from a virtual machine, which other
machines slow down at times, with Node.js and PostgreSQL on the same processors. The load is the machine's in
the minute before. Why a figure is what it is stands in the [decisions](../decisions/index.md).`;

const COLUMNS = ["", "measured", "beside it", "ratio", "target", "day", "load", "cores"];

function markdownOf(findings: Recorded["findings"]): string {
  const rows = findings.map((finding) => {
    const { day, load, cores } = finding;
    const [what = "", measured = "", ...rest] = cellsOf(finding);
    const shown = verdictOf(finding) === "short" ? `**${measured}**` : measured;
    return [what, shown, ...rest, day, load.toFixed(1), String(cores)];
  });
  const { lines, widths } = aligned([COLUMNS, ...rows]);
  const [head = [], ...body] = lines;
  const rule = widths.map((width, column) => `${"-".repeat(width - 1)}${column === 0 ? "-" : ":"}`);
  return [head, rule, ...body].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

async function recorded(): Promise<Recorded[]> {
  const names = (await readdir(RECORDED)).filter((name) => name.endsWith(".json")).toSorted();
  return Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(RECORDED, name), "utf8")) as Recorded),
  );
}
