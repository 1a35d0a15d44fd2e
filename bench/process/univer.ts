/**
 * Reads a made workbook with @univerjs/engine-formula, which the benchmark installed into the folder that is
 * named: a new instance opens it and calculates the whole, once or twice. Prints what `formulas.ts` prints of
 * a whole, as soon as there is something.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { madeWorkbook, sampledRows } from "../workbooks.ts";
import type { WholeRead } from "./formulas.ts";

/** What of its two packages is used here. */
interface Core {
  readonly Univer: new (options: object) => {
    registerPlugin(plugin: unknown): void;
    createUnit(type: unknown, data: object): unknown;
    __getInjector(): { get<T>(token: Token<T>): T };
    dispose(): void;
  };
  readonly UniverInstanceType: { readonly UNIVER_SHEET: unknown };
  readonly ICommandService: Token<{
    executeCommand(id: string, params: object, options: object): Promise<unknown>;
  }>;
  readonly LogLevel: { readonly ERROR: unknown };
}
interface Formula {
  readonly UniverFormulaEnginePlugin: unknown;
  readonly ICalculateFormulaService: Token<{
    readonly executionCompleteListener$: { subscribe(told: (done: Done) => void): unknown };
  }>;
  readonly SetFormulaCalculationStartMutation: { readonly id: string };
}
interface Token<T> {
  readonly gives?: T;
}
interface Done {
  readonly unitData: Readonly<
    Record<
      string,
      Readonly<
        Record<string, { getValue(row: number, column: number): { readonly v?: unknown } | null | undefined }>
      >
    >
  >;
}

const COLUMNS = 5;
/** Everything is to be calculated, whatever was changed. */
const ALL = {
  forceCalculation: true,
  dirtyRanges: [],
  dirtyNameMap: {},
  dirtyDefinedNameMap: {},
  dirtyUnitFeatureMap: {},
  dirtyUnitOtherFormulaMap: {},
  options: null,
};

async function installed(folder: string): Promise<Core & Formula> {
  const entry = join(folder, "entry.mjs");
  await writeFile(entry, 'export * from "@univerjs/core";\nexport * from "@univerjs/engine-formula";\n');
  return (await import(pathToFileURL(entry).href)) as Core & Formula;
}

/** The workbook as it takes workbooks. */
function bookOf(formulas: number): object {
  const made = madeWorkbook(formulas);
  const sheetOf = (rows: (typeof made)[number]["rows"]): object =>
    Object.fromEntries(
      rows.map((line, row) => [
        row,
        Object.fromEntries(
          line.flatMap((value, column) =>
            value === null
              ? []
              : [[column, typeof value === "string" && value.startsWith("=") ? { f: value } : { v: value }]],
          ),
        ),
      ]),
    );
  const sheets = Object.fromEntries(
    made.map(({ name, rows }) => [
      name,
      { id: name, name, cellData: sheetOf(rows), rowCount: rows.length + 1, columnCount: 26 },
    ]),
  );
  return {
    id: "book",
    name: "book",
    appVersion: "0",
    locale: "enUS",
    styles: {},
    sheetOrder: made.map(({ name }) => name),
    sheets,
  };
}

async function read(
  { Univer, UniverInstanceType, ICommandService, LogLevel, ...formula }: Core & Formula,
  formulas: number,
): Promise<{ seconds: number; values: unknown[][] }> {
  const book = bookOf(formulas);
  const start = process.cpuUsage();
  const univer = new Univer({ logLevel: LogLevel.ERROR, locale: "enUS", locales: { enUS: {} } });
  univer.registerPlugin(formula.UniverFormulaEnginePlugin);
  univer.createUnit(UniverInstanceType.UNIVER_SHEET, book);
  const injector = univer.__getInjector();
  const service = injector.get(formula.ICalculateFormulaService);
  const done = new Promise<Done>((resolve) => service.executionCompleteListener$.subscribe(resolve));
  await injector
    .get(ICommandService)
    .executeCommand(formula.SetFormulaCalculationStartMutation.id, ALL, { onlyLocal: true });
  const { unitData } = await done;
  const { user, system } = process.cpuUsage(start);
  const cells = unitData["book"]?.["Model"];
  const values = sampledRows(formulas / COLUMNS).map((row) =>
    Array.from({ length: COLUMNS }, (_none, column) => cells?.getValue(row, column)?.v ?? null),
  );
  univer.dispose();
  return { seconds: (user + system) / 1e6, values };
}

const [folder = "", formulas = "", again = ""] = process.argv.slice(2);
const engine = await installed(folder);
const first = await read(engine, Number(formulas));
const second = again === "again" ? await read(engine, Number(formulas)) : null;
const told: Omit<WholeRead, "second"> & { readonly second: number | null } = {
  first: first.seconds,
  second: second?.seconds ?? null,
  values: first.values,
};
console.log(JSON.stringify(told));
// Its services keep timers.
process.exit(0);
