/**
 * All SQL for spreadsheet documents. A block is 64 rows of a worksheet, stored as one row of the database.
 */
import type { PublicId } from "@daybook/words/public-id";
import {
  columnsOf,
  jsonObjectOf,
  makeInsert,
  makeInsertAll,
  makeUpdate,
  makeUpsertAll,
  pager,
  type Queryable,
  statement,
  type Tx,
} from "../../platform/db/index.ts";
import {
  CHANGES,
  CHARTS,
  type NameRow,
  NAMES,
  type SheetRow,
  SHEETS,
  type TouchedBlocks,
  type WorksheetMove,
  type WorksheetRow,
  WORKSHEETS,
} from "./record.ts";
import type { Block } from "./rules/blocks.ts";
import { foldCase } from "./rules/checks.ts";
import type { ChartRow, DocumentSize, SheetWithWorksheets } from "./rules/words.ts";

type Company = PublicId<"company">;
type Sheet = PublicId<"sheet">;
type Worksheet = PublicId<"worksheet">;

/** A block with the id of its worksheet. */
type BlockRow = Block & { readonly worksheet_id: Worksheet };

/** Columns that only the SQL of this file uses. */
const INTERNAL = ["sheet_number", "name_key"] as const;
const SHEET = columnsOf(SHEETS, undefined, ["name_key"]);
const OWN = columnsOf(SHEETS, "s", ["name_key"]);

const find = statement<SheetRow>(
  "sheets.find",
  `select ${SHEET} from sheets where company_id = $1 and id = $2`,
);
const lock = statement<SheetRow>(
  "sheets.lock",
  `select ${SHEET} from sheets where company_id = $1 and id = $2 for update`,
);
/** SQL: the smallest rectangle around the cells of the worksheet `w` of the company `$1`; null without cells. */
const USED = `(select json_build_object('top', min(b.top_row), 'left', min(b.left_column), 'bottom', max(b.bottom_row), 'right', max(b.right_column))
   from sheet_blocks b where b.company_id = $1 and b.worksheet_id = w.id
     having count(b.top_row) > 0)`;
const findWithWorksheets = statement<SheetWithWorksheets>(
  "sheets.findWithWorksheets",
  `select ${OWN}, (select coalesce(json_agg(${jsonObjectOf(WORKSHEETS, "w", INTERNAL, `'used', ${USED}`)} order by w.place), '[]')
     from sheet_worksheets w where w.company_id = $1 and w.sheet_number = s.number) as worksheets
   from sheets s where s.company_id = $1 and s.id = $2`,
);

/** Lists documents, the newest first. */
const pages = pager<SheetRow & { readonly name_key: string }, SheetRow>()({
  name: "sheets.list",
  key: { created: "bigint", number: "bigint" },
  descending: true,
  /** `query` must be the result of `foldCase`. */
  filters: { query: { is: "name_key", sql: (query) => `position(${query}::text in name_key) > 0` } },
  text: ({ where, order }) => `select ${SHEET} from sheets where ${where} order by ${order()} limit $2`,
});
const listByNumber = statement<SheetRow>(
  "sheets.listByNumber",
  `select ${SHEET} from sheets where company_id = $1 order by number`,
);
const count = statement<{ documents: number; last: number | null }>(
  "sheets.count",
  "select count(*)::integer as documents, max(number) as last from sheets where company_id = $1",
);
const insert = makeInsert("sheets.insert", SHEETS);
const update = makeUpdate("sheets.update", SHEETS);
const deleteSheet = statement<never>("sheets.delete", "delete from sheets where company_id = $1 and id = $2");

const WORKSHEET = columnsOf(WORKSHEETS, undefined, INTERNAL);
const listWorksheets = statement<WorksheetRow>(
  "sheets.listWorksheets",
  `select ${WORKSHEET} from sheet_worksheets where company_id = $1 and sheet_number = $2 order by place`,
);
const findWorksheetOwner = statement<{ sheet_number: number }>(
  "sheets.findWorksheetOwner",
  "select sheet_number from sheet_worksheets where company_id = $1 and id = $2",
);
const putWorksheets = makeUpsertAll("sheets.putWorksheets", WORKSHEETS);
const deleteWorksheet = statement<never>(
  "sheets.deleteWorksheet",
  "delete from sheet_worksheets where company_id = $1 and id = $2",
);

const BLOCK =
  "block, cells, cell_count, characters, top_row, left_column, bottom_row, right_column, formats, format_count";
const listAllBlocks = statement<{ worksheet_id: Worksheet; cells: string }>(
  "sheets.listAllBlocks",
  `select b.worksheet_id, b.cells from sheet_blocks b join sheet_worksheets w on w.company_id = b.company_id
    and w.id = b.worksheet_id
   where b.company_id = $1 and w.sheet_number = $2 and b.cell_count > 0 order by w.place, b.block`,
);
const listBlocksAfter = statement<Pick<BlockRow, "block" | "cells" | "formats">>(
  "sheets.listBlocksAfter",
  `select block, cells, formats from sheet_blocks where company_id = $1 and worksheet_id = $2 and block > $3
    order by block limit $4`,
);
const listBlocksBefore = statement<Pick<BlockRow, "block" | "cells" | "formats">>(
  "sheets.listBlocksBefore",
  `select block, cells, formats from sheet_blocks where company_id = $1 and worksheet_id = $2 and block < $3
    order by block desc limit $4`,
);
const listCellsAfter = statement<Pick<BlockRow, "block" | "cells">>(
  "sheets.listCellsAfter",
  `select block, cells from sheet_blocks where company_id = $1 and worksheet_id = $2 and block > $3
    and cell_count > 0 order by block limit $4`,
);
const listTheseBlocks = statement<Pick<BlockRow, "worksheet_id" | "block" | "cells" | "formats">>(
  "sheets.listTheseBlocks",
  `select b.worksheet_id, b.block, b.cells, b.formats from unnest($2::text[], $3::integer[]) asked
    (worksheet_id, block)
   join sheet_blocks b on b.company_id = $1 and b.worksheet_id = asked.worksheet_id
     and b.block = asked.block`,
);
const putBlock = statement<never>(
  "sheets.putBlock",
  `insert into sheet_blocks (company_id, worksheet_id, ${BLOCK})
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
   on conflict (company_id, worksheet_id, block) do update set cells = excluded.cells, cell_count =
     excluded.cell_count, characters = excluded.characters, top_row = excluded.top_row,
     left_column = excluded.left_column, bottom_row = excluded.bottom_row, right_column =
       excluded.right_column, formats = excluded.formats, format_count = excluded.format_count`,
);
const deleteBlock = statement<never>(
  "sheets.deleteBlock",
  "delete from sheet_blocks where company_id = $1 and worksheet_id = $2 and block = $3",
);
const measure = statement<DocumentSize>(
  "sheets.measure",
  `select coalesce(sum(b.cell_count), 0)::bigint as cells, coalesce(sum(b.characters), 0)::bigint as
    characters, coalesce(sum(b.format_count), 0)::bigint as formats
   from sheet_worksheets w join sheet_blocks b on b.company_id = w.company_id and b.worksheet_id = w.id
     where w.company_id = $1 and w.sheet_number = $2`,
);

const listNames = statement<NameRow>(
  "sheets.listNames",
  `select ${columnsOf(NAMES, undefined, [...INTERNAL, "place"])} from sheet_names where company_id = $1 and sheet_number = $2
    order by place`,
);
const deleteNames = statement<never>(
  "sheets.deleteNames",
  "delete from sheet_names where company_id = $1 and sheet_number = $2",
);
const insertNames = makeInsertAll("sheets.insertNames", NAMES);

const listCharts = statement<ChartRow>(
  "sheets.listCharts",
  `select ${columnsOf(CHARTS, "c", ["place", "at_row", "at_column", "row_span", "column_span"])}, json_build_object('row', c.at_row, 'column',
    c.at_column, 'row_span', c.row_span, 'column_span', c.column_span) as position
   from sheet_charts c join sheet_worksheets w on w.company_id = c.company_id and w.id = c.worksheet_id
   where c.company_id = $1 and w.sheet_number = $2 order by w.place, c.place`,
);
const findChartOwner = statement<{ sheet_number: number }>(
  "sheets.findChartOwner",
  `select w.sheet_number from sheet_charts c join sheet_worksheets w on w.company_id = c.company_id
    and w.id = c.worksheet_id where c.company_id = $1 and c.id = $2`,
);
const deleteCharts = statement<never>(
  "sheets.deleteCharts",
  `delete from sheet_charts c using sheet_worksheets w where c.company_id = $1 and w.company_id = c.company_id
    and w.id = c.worksheet_id and w.sheet_number = $2`,
);
const insertCharts = makeInsertAll("sheets.insertCharts", CHARTS);

const insertChange = makeInsert("sheets.insertChange", CHANGES);
const deleteChanges = statement<never>(
  "sheets.deleteChanges",
  "delete from sheet_changes where company_id = $1 and sheet_number = $2 and revision <= $3",
);
const listChanges = statement<{ blocks: TouchedBlocks; moves: readonly WorksheetMove[] }>(
  "sheets.listChanges",
  `select blocks, moves from sheet_changes where company_id = $1 and sheet_number = $2 and revision > $3
    order by revision`,
);

/** The number of statements sent at once. */
const AT_ONCE = 32;

export const sheetsStore = {
  find: (db: Queryable, companyId: Company, id: string) => db.find(find, [companyId, id]),
  /** Finds a document and locks it until the transaction ends. */
  lock: (tx: Tx, companyId: Company, id: string) => tx.find(lock, [companyId, id]),
  findWithWorksheets: (db: Queryable, companyId: Company, id: string) =>
    db.find(findWithWorksheets, [companyId, id]),
  pages,
  listByNumber: (db: Queryable, companyId: Company) => db.list(listByNumber, [companyId]),
  /** Returns how many documents the company has, and the highest document number. */
  count: (db: Queryable, companyId: Company) => db.get(count, [companyId]),
  insert: (tx: Tx, companyId: Company, row: Omit<SheetRow, "edition">) =>
    insert(tx, companyId, { ...row, name_key: foldCase(row.name) }),
  update: (tx: Tx, companyId: Company, row: Omit<SheetRow, "edition">) =>
    update(tx, companyId, { ...row, name_key: foldCase(row.name) }),
  /** Deletes a document with its content. */
  delete: (tx: Tx, companyId: Company, id: Sheet) => tx.run(deleteSheet, [companyId, id]),

  /** Lists worksheets in the order of their tabs. */
  listWorksheets: (db: Queryable, companyId: Company, number: number) =>
    db.list(listWorksheets, [companyId, number]),
  findWorksheetOwner: async (db: Queryable, companyId: Company, id: string) =>
    (await db.find(findWorksheetOwner, [companyId, id]))?.sheet_number ?? null,
  putWorksheets: (tx: Tx, companyId: Company, number: number, rows: readonly WorksheetRow[]) =>
    putWorksheets(
      tx,
      companyId,
      rows.map((row) => ({ ...row, sheet_number: number, name_key: foldCase(row.name) })),
    ),
  /** Deletes a worksheet with its cells, its charts and the names that only it may use. */
  deleteWorksheet: (tx: Tx, companyId: Company, id: Worksheet) => tx.run(deleteWorksheet, [companyId, id]),

  /** Lists the cells of all worksheets of a document, in the order of the tabs. */
  listAllBlocks: (db: Queryable, companyId: Company, number: number) =>
    db.list(listAllBlocks, [companyId, number]),
  /** Lists the blocks of a worksheet after the block number `block`; -1 begins with the first block. */
  listBlocksAfter: (
    db: Queryable,
    companyId: Company,
    worksheetId: Worksheet,
    block: number,
    limit: number,
  ) => db.list(listBlocksAfter, [companyId, worksheetId, block, limit]),
  /** Lists the blocks of a worksheet before the block number `block`, from the last one up. */
  listBlocksBefore: (
    db: Queryable,
    companyId: Company,
    worksheetId: Worksheet,
    block: number,
    limit: number,
  ) => db.list(listBlocksBefore, [companyId, worksheetId, block, limit]),
  /** Like `listBlocksAfter`, but only blocks with cells, and without their formats. */
  listCellsAfter: (db: Queryable, companyId: Company, worksheetId: Worksheet, block: number, limit: number) =>
    db.list(listCellsAfter, [companyId, worksheetId, block, limit]),
  /** Lists the existing blocks among the requested ones, in any order. */
  listTheseBlocks: (
    db: Queryable,
    companyId: Company,
    requested: readonly { readonly worksheetId: Worksheet; readonly block: number }[],
  ) =>
    db.list(listTheseBlocks, [
      companyId,
      requested.map(({ worksheetId }) => worksheetId),
      requested.map(({ block }) => block),
    ]),
  async putBlocks(
    tx: Tx,
    companyId: Company,
    worksheetId: Worksheet,
    blocks: readonly Block[],
  ): Promise<void> {
    for (let from = 0; from < blocks.length; from += AT_ONCE) {
      await Promise.all(
        blocks
          .slice(from, from + AT_ONCE)
          .map((row) =>
            tx.run(putBlock, [
              companyId,
              worksheetId,
              row.block,
              row.cells,
              row.cell_count,
              row.characters,
              row.top_row,
              row.left_column,
              row.bottom_row,
              row.right_column,
              row.formats,
              row.format_count,
            ]),
          ),
      );
    }
  },
  deleteBlock: (tx: Tx, companyId: Company, worksheetId: Worksheet, block: number) =>
    tx.run(deleteBlock, [companyId, worksheetId, block]),
  measure: (tx: Tx, companyId: Company, number: number) => tx.get(measure, [companyId, number]),

  /** Remembers what an edit touched, and forgets the edits up to the revision `forgotten`. */
  async insertChange(
    tx: Tx,
    companyId: Company,
    change: {
      readonly sheet_number: number;
      readonly revision: number;
      readonly blocks: TouchedBlocks;
      readonly moves: readonly WorksheetMove[];
    },
    forgotten: number,
  ): Promise<void> {
    await insertChange(tx, companyId, change);
    if (forgotten > 0) await tx.run(deleteChanges, [companyId, change.sheet_number, forgotten]);
  },
  /** Lists what the remembered edits after a revision touched, one item for each. */
  listChanges: (db: Queryable, companyId: Company, number: number, since: number) =>
    db.list(listChanges, [companyId, number, since]),

  /** Lists names in the order of the last `putNames`. */
  listNames: (db: Queryable, companyId: Company, number: number) => db.list(listNames, [companyId, number]),
  /** Replaces all names of a document. */
  async putNames(tx: Tx, companyId: Company, number: number, names: readonly NameRow[]): Promise<void> {
    await tx.run(deleteNames, [companyId, number]);
    const rows = names.map((row, place) => ({
      ...row,
      sheet_number: number,
      place,
      name_key: foldCase(row.name),
    }));
    if (rows.length > 0) await insertNames(tx, companyId, rows);
  },

  /** Lists charts by worksheet, and those of a worksheet in the order of the last `putCharts`. */
  listCharts: (db: Queryable, companyId: Company, number: number) => db.list(listCharts, [companyId, number]),
  findChartOwner: async (db: Queryable, companyId: Company, id: string) =>
    (await db.find(findChartOwner, [companyId, id]))?.sheet_number ?? null,
  /** Replaces all charts of a document. */
  async putCharts(tx: Tx, companyId: Company, number: number, charts: readonly ChartRow[]): Promise<void> {
    await tx.run(deleteCharts, [companyId, number]);
    const rows = charts.map(
      ({ position: { row: at_row, column: at_column, ...spans }, ...chart }, place) => ({
        ...chart,
        place,
        at_row,
        at_column,
        ...spans,
      }),
    );
    if (rows.length > 0) await insertCharts(tx, companyId, rows);
  },
};
