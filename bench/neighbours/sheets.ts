/**
 * Spreadsheets of a careless company: one that takes seconds to calculate, and one whose cells are as long as
 * cells may be.
 */
import { fileURLToPath } from "node:url";
import { FormulaText } from "@daybook/formula/cells";
import { openApp } from "../../src/app.ts";
import { readConfig } from "../../src/config/config.ts";
import { PLAIN_LAYOUT, type Worksheet } from "../../src/core/spreadsheet.ts";
import { API } from "../beside-bare.ts";
import { askOnce } from "../load.ts";
import { type Place, run } from "../process/child.ts";
import type { Case, Company } from "./case.ts";

const PROGRAM = fileURLToPath(new URL("../process/readers.ts", import.meta.url));
const READERS = 8;
/** How long a reader waits between an answer and its next request. */
const PAUSE_MS = 250;
const ROWS = 9_999;

/** Formulas in the first column, from above. */
type Column = readonly string[];

/** Several seconds of processor time, and within what a calculation may take. */
const SLOW: Column = Array.from(
  { length: 5 },
  (_none, at) => `=SUM(MAP(SEQUENCE(1000,500),LAMBDA(x,SIN(x)^2+${at})))`,
);
const LONG: Column = ['=REPT("x",32767)', ...Array.from({ length: ROWS - 1 }, () => "=$A$1")];
const SMALL: Column = ["=A2+1"];

/** Makes a document of one worksheet; returns the path of its cells. */
async function documentOf(place: Place, { id }: Company, formulas: Column): Promise<string> {
  const app = await openApp(readConfig({ ...place, LOG_LEVEL: "error" }), { command: "bench" });
  try {
    const company = await app.company.read(id as Parameters<typeof app.company.read>[0]);
    const cells = formulas.map((text, row) => ({ row, column: 0, value: new FormulaText(text) }));
    const worksheet: Worksheet = {
      name: "Data",
      rowCount: ROWS,
      columnCount: 26,
      cells,
      formats: [],
      charts: [],
      layout: PLAIN_LAYOUT,
    };
    const sheet = await app.sheets.create(
      company.id,
      "Bench",
      { worksheets: [worksheet], names: [] },
      app.clock.now(),
    );
    return `${API}/sheets/${sheet.id}`;
  } finally {
    await app.close();
  }
}

/**
 * A case of both companies' documents. Their ids are made anew for each service, so the paths are filled in
 * once they are there.
 */
function caseOf(what: string, formulas: Column, ranges: readonly string[]): Case {
  const paths: string[] = [];
  let document = "";
  return {
    what,
    paths,
    async prepare(_bench, place, company, other) {
      document = await documentOf(place, company, formulas);
      const own = await documentOf(place, other, SMALL);
      paths.splice(0, paths.length, `${own}?ranges=A1`, `${own}?ranges=A1&view=formulas`, `${API}/company`);
    },
    async begin({ origin, careless: { keys }, other }) {
      const children = ranges.map((range, at) =>
        run(PROGRAM, [
          origin,
          `${document}?ranges=${range}`,
          keys[at] ?? "",
          String(READERS / ranges.length),
          String(PAUSE_MS),
        ]),
      );
      await Promise.all(children.map(({ firstLine }) => firstLine));
      const { body } = await askOnce({ origin, path: paths[0] ?? "", key: other.keys[0] ?? "" });
      if (!body.toString().includes('"status":"complete"'))
        throw new Error(`the other company's sheet was not calculated: ${body.toString()}`);
      return async () => void (await Promise.all(children.map((child) => child.stop())));
    },
  };
}

export const slowSheet: Case = caseOf(`${READERS} readers of a slow sheet`, SLOW, ["A1:A5"]);
/** The whole column is far beyond the bound of an answer; its first 32 cells are just within. */
export const longAnswers: Case = caseOf(
  `${READERS} readers of answers as long as they may be, or longer`,
  LONG,
  [`A1:A${ROWS}`, "A1:A32"],
);
