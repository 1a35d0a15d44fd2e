/** Spreadsheets in tests: read over HTTP, and edited with the service that the commands use. */
import type { Bound } from "../../src/contract/operation.ts";
import { bind } from "../../src/contract/operation.ts";
import {
  type SheetEdit,
  sheetsContract,
  sheetsHandlers,
  sheetsService,
} from "../../src/modules/sheets/index.ts";
import { type Faults, noFaults } from "../../src/platform/faults/index.ts";
import type { BookAnswer, BookCall, Calculator } from "../../src/platform/formula/index.ts";
import type { TestApp, TestCompany } from "./app.ts";
import type { WireError } from "./exchange.ts";
import type { Http } from "./http.ts";
import { type BundleSheet, sheet } from "./sheet-records.ts";

export interface SummaryAnswer {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly revision: number;
}

export interface RangeAnswer {
  readonly worksheet_id: string;
  readonly range: string;
  readonly values?: readonly (readonly (number | string | boolean | null)[])[];
  readonly formulas?: readonly (readonly (string | null)[])[];
  readonly formats?: readonly object[];
}

export interface CalculationAnswer {
  readonly status: string;
  readonly errors: readonly {
    readonly code: string;
    readonly message: string;
    readonly worksheet_id?: string;
    readonly cell?: string;
    readonly formula?: string;
  }[];
  readonly warnings: readonly {
    readonly code: string;
    readonly message: string;
    readonly formula?: string;
    readonly count?: number;
  }[];
}

export interface SheetAnswer extends SummaryAnswer {
  readonly worksheets: readonly {
    readonly id: string;
    readonly name: string;
    readonly used_range: string | null;
    readonly row_count: number;
    readonly column_count: number;
  }[];
  readonly ranges?: readonly RangeAnswer[];
  readonly calculation?: CalculationAnswer;
  readonly charts?: readonly object[];
}

export interface SheetListAnswer {
  readonly object: string;
  readonly url: string;
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  readonly data: readonly SummaryAnswer[];
}

export interface HitsAnswer {
  readonly object: string;
  readonly url: string;
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  readonly revision: number;
  readonly data: readonly {
    readonly worksheet_id: string;
    readonly worksheet_name: string;
    readonly cell: string;
    readonly input: string;
  }[];
}

/** Returns the query for some ranges. */
export function rangesOf(...ranges: readonly string[]): string {
  return ranges.map((range) => `ranges[]=${encodeURIComponent(range)}`).join("&");
}

/**
 * Returns requests and edits of the spreadsheets of one company. A spreadsheet's `name` is its id without
 * `sht_`. Requests go to `server`, by default the application's.
 */
export function sheetsOf(http: TestApp, company: Pick<TestCompany, "id" | "key">, server: Http = http) {
  const { key } = company;
  return {
    list: (query = "") => server.read<SheetListAnswer>(`/sheets${query}`, key),
    names: async (query = "") =>
      (await server.read<SheetListAnswer>(`/sheets${query}`, key)).data.map(({ name }) => name),
    get: (name: string, query = "") =>
      server.read<SheetAnswer>(`/sheets/sht_${name}${query === "" ? "" : `?${query}`}`, key),
    /** Returns the values of one range. */
    values: async (name: string, range: string) =>
      (await server.read<SheetAnswer>(`/sheets/sht_${name}?${rangesOf(range)}`, key)).ranges?.[0]?.values,
    search: (name: string, query: string) =>
      server.read<HitsAnswer>(`/sheets/sht_${name}/cells?${query}`, key),
    /** Returns the cells that a search finds, with their worksheets. */
    found: async (name: string, query: string) =>
      (await server.read<HitsAnswer>(`/sheets/sht_${name}/cells?${query}`, key)).data.map(
        ({ worksheet_name, cell }) => `${worksheet_name}!${cell}`,
      ),
    remove: (name: string, query = "", more: { readonly body?: object | string } = {}) =>
      server.send(`/sheets/sht_${name}${query}`, { key, method: "DELETE", ...more }),
    refusal: (
      target: string,
      more: { readonly method?: string; readonly body?: object | string } = {},
    ): Promise<WireError> => server.refusal(`/sheets${target}`, { key, ...more }),
    edit: (name: string, edit: SheetEdit, baseRevision: number | null = null) =>
      http.app.sheets.edit(company.id, `sht_${name}`, baseRevision, edit),
    /** Writes one cell. */
    write: (
      name: string,
      worksheet: string,
      [row, column]: readonly [number, number],
      value: string | number | null,
    ) =>
      http.app.sheets.edit(company.id, `sht_${name}`, null, {
        kind: "cells",
        cells: [{ worksheet, row, column, value }],
      }),
  };
}

/** Makes a company with these spreadsheets and an empty journal. */
export async function companyWith(http: TestApp, ...sheets: readonly BundleSheet[]) {
  const company = await http.company({ journal: [], sheets });
  return { company, ...sheetsOf(http, company) };
}

/** Makes a company with one spreadsheet, `sht_plan`, with these cells. */
export function planOf(
  http: TestApp,
  worksheets: Parameters<typeof sheet>[1],
  more: Parameters<typeof sheet>[2] = {},
) {
  return companyWith(http, sheet("plan", worksheets, more));
}

interface OtherSheets {
  readonly calculator: Calculator;
  readonly books?: (
    companyId: string,
    _now: number,
    calls: readonly BookCall[],
  ) => Promise<readonly BookAnswer[]>;
  readonly faults?: Faults;
}

/** Returns the operations on spreadsheets with another calculator, other books or other faults. */
export function sheetOperations(
  { app }: TestApp,
  {
    calculator,
    books = async (_companyId, _now, calls) => calls.map(() => ({ error: "#NAME?" })),
    faults = noFaults,
  }: OtherSheets,
): Bound[] {
  return bind(
    sheetsContract,
    sheetsHandlers(
      sheetsService({
        db: app.db,
        ids: app.ids,
        calculator,
        books,
        faults,
        address: (company, id) => app.sheets.address(company, id),
      }),
    ),
  );
}
