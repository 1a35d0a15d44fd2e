/**
 * All SQL on imports of books: the imports, and which vouchers of other programs a company has taken already.
 */
import type { Cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import {
  columnsOf,
  makeUpdate,
  makeUpsert,
  type Queryable,
  statement,
  type Tx,
} from "../../platform/db/index.ts";
import type { CategoryRecords } from "../books/chart/index.ts";
import type { LineRow } from "../books/ledger/index.ts";
import { BOOK_IMPORTS, type BookImportRow } from "./record.ts";

/** A voucher that an import brought. */
export interface ImportedVoucher {
  /** A hash of what stays the same from export to export. */
  readonly identity: Buffer;
  /** A hash of its lines. */
  readonly content: Buffer;
  readonly voucher_id: PublicId<"voucher">;
  /** The format of the file; null for one of an earlier version. */
  readonly source: string | null;
  /** A hash of its descriptions and merchants; null for one of an earlier version. */
  readonly texts: Buffer | null;
  /** The import that brought it; null for opening balances and for one of an earlier version. */
  readonly import_id: string | null;
}

/** What the journal has of an imported voucher. */
export interface StoredVoucher {
  readonly voucher_id: PublicId<"voucher">;
  readonly date: CivilDate;
  readonly description: string;
  /** The sum of its debits. */
  readonly amount_cents: Cents;
  readonly reversed: boolean;
}

/** A voucher of an import that the journal still has. */
export interface VoucherOfImport {
  readonly voucher_id: PublicId<"voucher">;
  readonly date: CivilDate;
  readonly entries: number;
  /** The manual entry that reverses it. */
  readonly reversed_by: string | null;
}

const lockImport = statement<BookImportRow>(
  "intake.lockImport",
  `select ${columnsOf(BOOK_IMPORTS)} from book_imports where company_id = $1 and id = $2 for update`,
);
const findImport = statement<BookImportRow>(
  "intake.findImport",
  `select ${columnsOf(BOOK_IMPORTS)} from book_imports where company_id = $1 and id = $2`,
);

export type FilePart = "books" | "accounts" | "trial_balance";

/** A piece of a file that is to be imported; pieces are counted from 0. */
export interface FilePiece {
  readonly importId: string;
  readonly part: FilePart;
  readonly piece: number;
  readonly content: Buffer;
}

const insertPiece = statement<never>(
  "intake.insertPiece",
  `insert into import_files (company_id, import_id, part, piece, content)
   values ($1, $2, $3, $4, $5::bytea)`,
);
const findPiece = statement<{ readonly content: Buffer }>(
  "intake.findPiece",
  `select content from import_files
   where company_id = $1 and import_id = $2 and part = $3 and piece = $4`,
);
const deleteFiles = statement<never>(
  "intake.deleteFiles",
  "delete from import_files where company_id = $1 and import_id = $2",
);
const countWaiting = statement<{ readonly imports: number }>(
  "intake.countWaiting",
  `select count(*) as imports from book_imports where company_id = $1 and status = 'waiting'`,
);
const listImports = statement<BookImportRow>(
  "intake.listImports",
  `select ${columnsOf(BOOK_IMPORTS)} from book_imports where company_id = $1
   order by created desc, place desc nulls first, id desc limit $2`,
);
const forgetEnabled = statement<Pick<BookImportRow, "id">>(
  "intake.forgetEnabled",
  `update book_imports set enabled_departments = false where company_id = $1 and enabled_departments
   returning id`,
);
const nextPlace = statement<{ readonly place: number }>(
  "intake.nextPlace",
  `select coalesce(max(place), 0) + 1 as place from book_imports where company_id = $1`,
);
const listLater = statement<Pick<BookImportRow, "id" | "created">>(
  "intake.listLaterImports",
  `select id, created from book_imports
   where company_id = $1 and undone_at is null
     and (changed_vouchers + gone_vouchers > 0 or added_vouchers > 0 and (known_vouchers > 0 or $4::boolean))
     and place > $2
   order by place desc limit $3`,
);
const listOfImport = statement<VoucherOfImport>(
  "intake.listOfImport",
  `select e.voucher_id, min(e.date) as date, count(*) as entries,
     (select m.voucher_id from manual_entries m
       where m.company_id = $1 and m.reverses = e.voucher_id) as reversed_by
   from journal_entries e
   where e.company_id = $1 and e.voucher_id in (
     select i.voucher_id from imported_vouchers i where i.company_id = $1 and i.import_id = $2)
   group by e.company_id, e.voucher_id order by min(e.date), e.voucher_id`,
);
/** A voucher as it was before an import changed or removed it. */
export interface FormerVoucher {
  readonly lines: readonly LineRow[];
  /** What was known of it; hashes in hexadecimal digits. */
  readonly known: {
    readonly identity: string;
    readonly content: string;
    readonly source: string | null;
    readonly texts: string | null;
  };
}

const insertChanges = statement<never>(
  "intake.insertChanges",
  `insert into import_changes (company_id, import_id, voucher_id, former)
   select $1, $2, voucher_id, former::jsonb
   from unnest($3::text[], $4::text[]) as given (voucher_id, former)`,
);
const listChanges = statement<{ readonly voucher_id: PublicId<"voucher">; readonly former: FormerVoucher }>(
  "intake.listChanges",
  `select voucher_id, former from import_changes where company_id = $1 and import_id = $2
   order by voucher_id`,
);
const deleteChanges = statement<never>(
  "intake.deleteChanges",
  "delete from import_changes where company_id = $1 and import_id = $2",
);
const listKnown = statement<ImportedVoucher>(
  "intake.listKnown",
  `select identity, content, voucher_id, source, texts, import_id from imported_vouchers
   where company_id = $1 and voucher_id = any (array(select unnest($2::text[])))`,
);
const updateKnown = statement<never>(
  "intake.updateKnown",
  `update imported_vouchers i set identity = given.identity, content = given.content, source = given.source,
     texts = decode(given.texts, 'hex')
   from unnest($2::text[], $3::bytea[], $4::bytea[], $5::text[], $6::text[])
     as given (voucher_id, identity, content, source, texts)
   where i.company_id = $1 and i.voucher_id = given.voucher_id`,
);
const deleteOfImport = statement<never>(
  "intake.deleteOfImport",
  "delete from imported_vouchers where company_id = $1 and import_id = $2",
);
const insertImported = statement<never>(
  "intake.insertImported",
  `insert into imported_vouchers (company_id, identity, content, voucher_id, source, texts, import_id)
   select $1, identity, content, voucher_id, $5::text, texts, $7::text
   from unnest($2::bytea[], $3::bytea[], $4::text[], $6::bytea[])
     as given (identity, content, voucher_id, texts)`,
);

// A voucher that was deleted or replaced since is not known any more, and is imported again.
const listImported = statement<ImportedVoucher>(
  "intake.listImported",
  `select identity, content, voucher_id, source, texts, import_id from imported_vouchers
   where company_id = $1 and identity = any($2::bytea[])
     and exists (select 1 from journal_entries e
       where e.company_id = imported_vouchers.company_id and e.voucher_id = imported_vouchers.voucher_id)
   order by identity, voucher_id`,
);

const pageImported = statement<ImportedVoucher>(
  "intake.pageImported",
  `select identity, content, voucher_id, source, texts, import_id from imported_vouchers
   where company_id = $1 and (identity, voucher_id) > ($2::bytea, $3::text)
   order by identity, voucher_id limit $4`,
);
// What is asked for is hashed, so that the vouchers of the company are read once, whatever is asked.
const listAlike = statement<ImportedVoucher>(
  "intake.listAlike",
  `select identity, content, voucher_id, source, texts, import_id from imported_vouchers
   where company_id = $1
     and (content in (select unnest($2::bytea[])) or texts in (select unnest($3::bytea[])))
   order by identity, voucher_id`,
);
// The lines of an imported voucher are counted from 1, and all have its day.
const pageOfDays = statement<ImportedVoucher & { readonly date: CivilDate }>(
  "intake.pageOfDays",
  `select i.identity, i.content, i.voucher_id, i.source, i.texts, i.import_id, e.date
   from (select e.date, e.voucher_id from journal_entries e
     where e.company_id = $1 and (e.date, e.voucher_id) > ($2::date, $3::text) and e.date <= $4::date
       and e.line = 1 and exists (select 1 from imported_vouchers i
         where i.company_id = $1 and i.voucher_id = e.voucher_id)
     order by e.date, e.voucher_id limit $5) e
   join imported_vouchers i on i.company_id = $1 and i.voucher_id = e.voucher_id
   order by e.date, e.voucher_id`,
);
const countOutside = statement<{ vouchers: number }>(
  "intake.countOutside",
  `select count(*) as vouchers from imported_vouchers i
   where i.company_id = $1 and (i.source is null or i.source = $2)
     and i.voucher_id in (select e.voucher_id from journal_entries e
       where e.company_id = $1 and (e.date < $3::date or e.date > $4::date) and e.line = 1)
     and i.voucher_id not in (select m.reverses from manual_entries m
       where m.company_id = $1 and m.reverses is not null)
     and i.voucher_id not in (select unnest($5::text[]))`,
);
const listStored = statement<StoredVoucher>(
  "intake.listStored",
  `select e.voucher_id, min(e.date) as date, (array_agg(e.description order by e.line))[1] as description,
     coalesce(sum(e.net_debit_cents) filter (where e.net_debit_cents > 0), 0)::bigint as amount_cents,
     exists (select 1 from manual_entries m
       where m.company_id = $1 and m.reverses = e.voucher_id) as reversed
   from journal_entries e where e.company_id = $1 and e.voucher_id = any($2::text[])
   group by e.company_id, e.voucher_id`,
);

// Within the text of JSON, quotation marks stand only around names and values, since others are escaped.
const moveFormer = statement<never>(
  "intake.moveFormerOfCategory",
  `update import_changes
   set former = replace(former::text, format('"category_id": "%s"', $2::text),
     format('"category_id": "%s"', $3::text))::jsonb
   where company_id = $1 and position(format('"category_id": "%s"', $2::text) in former::text) > 0`,
);
const forgetMade = statement<never>(
  "intake.forgetMadeCategory",
  `update book_imports set made_categories = array_remove(array_remove(made_categories, $2), $3)
   where company_id = $1 and made_categories && array[$2, $3]`,
);

/** What imports keep of categories: the lines of vouchers that they changed, and the categories that they made. */
export const IMPORT_RECORDS: CategoryRecords = {
  async replace(tx, companyId, { from, into }) {
    await tx.run(moveFormer, [companyId, from.id, into.id]);
    await tx.run(forgetMade, [companyId, from.id, into.id]);
  },
};

export const intakeStore = {
  putImport: makeUpsert("intake.putImport", BOOK_IMPORTS),
  updateImport: makeUpdate("intake.updateImport", BOOK_IMPORTS),
  /** The place of the next import that is carried out; the caller has locked the company. */
  nextPlace: async (tx: Tx, companyId: PublicId<"company">) => (await tx.get(nextPlace, [companyId])).place,
  /** Returns the imports because of which departments are on, and forgets that, for these go off. */
  forgetEnabled: (tx: Tx, companyId: PublicId<"company">) => tx.list(forgetEnabled, [companyId]),
  findImport: (db: Queryable, companyId: PublicId<"company">, id: string) =>
    db.find(findImport, [companyId, id]),
  /** Keeps a piece of a file of an import. */
  insertPiece: (tx: Tx, companyId: PublicId<"company">, { importId, part, piece, content }: FilePiece) =>
    tx.run(insertPiece, [companyId, importId, part, piece, content]),
  findPiece: async (
    db: Queryable,
    companyId: PublicId<"company">,
    { importId, part, piece }: Omit<FilePiece, "content">,
  ) => (await db.find(findPiece, [companyId, importId, part, piece]))?.content ?? null,
  deleteFiles: (tx: Tx, companyId: PublicId<"company">, importId: string) =>
    tx.run(deleteFiles, [companyId, importId]),
  lockImport: (tx: Tx, companyId: PublicId<"company">, id: string) => tx.find(lockImport, [companyId, id]),
  /** The number of imports that wait to be carried out. */
  countWaiting: async (tx: Tx, companyId: PublicId<"company">) =>
    (await tx.get(countWaiting, [companyId])).imports,
  /** The latest imports, the newest first. */
  listImports: (db: Queryable, companyId: PublicId<"company">, count: number) =>
    db.list(listImports, [companyId, count]),
  /**
   * The imports after one that depend on it, the newest first, without those that were taken back: they
   * recognised vouchers of earlier ones and added others, or changed earlier ones. All that added vouchers
   * depend on one that changed earlier ones.
   */
  listLater: (
    db: Queryable,
    companyId: PublicId<"company">,
    { place, changed_vouchers, gone_vouchers }: BookImportRow,
    count: number,
  ) => db.list(listLater, [companyId, place, count, changed_vouchers + gone_vouchers > 0]),
  /** Keeps vouchers as they are, before an import changes or removes them. */
  insertChanges: (
    tx: Tx,
    companyId: PublicId<"company">,
    importId: string,
    vouchers: readonly { readonly voucher_id: string; readonly former: FormerVoucher }[],
  ) =>
    tx.run(insertChanges, [
      companyId,
      importId,
      vouchers.map(({ voucher_id }) => voucher_id),
      vouchers.map(({ former }) => JSON.stringify(former)),
    ]),
  /** The vouchers that an import changed or removed, as they were before. */
  listChanges: (db: Queryable, companyId: PublicId<"company">, importId: string) =>
    db.list(listChanges, [companyId, importId]),
  deleteChanges: (tx: Tx, companyId: PublicId<"company">, importId: string) =>
    tx.run(deleteChanges, [companyId, importId]),
  /** What is known of some imported vouchers. */
  listKnown: (db: Queryable, companyId: PublicId<"company">, vouchers: readonly string[]) =>
    db.list(listKnown, [companyId, vouchers]),
  /** Sets what is known of vouchers that are imported already. */
  updateKnown: (
    tx: Tx,
    companyId: PublicId<"company">,
    vouchers: readonly Omit<ImportedVoucher, "import_id">[],
  ) =>
    tx.run(updateKnown, [
      companyId,
      vouchers.map(({ voucher_id }) => voucher_id),
      vouchers.map(({ identity }) => identity),
      vouchers.map(({ content }) => content),
      vouchers.map(({ source }) => source),
      vouchers.map(({ texts }) => texts?.toString("hex") ?? null),
    ]),
  /** The vouchers of an import that are still there, by day. */
  listOfImport: (db: Queryable, companyId: PublicId<"company">, id: string) =>
    db.list(listOfImport, [companyId, id]),
  /** Forgets the vouchers of an import. */
  deleteOfImport: (tx: Tx, companyId: PublicId<"company">, id: string) =>
    tx.run(deleteOfImport, [companyId, id]),
  /** `source` is the format of the file. `importId` is null for opening balances. */
  insertImported: (
    tx: Tx,
    companyId: PublicId<"company">,
    { source, importId }: { readonly source: string; readonly importId: string | null },
    vouchers: readonly (Omit<ImportedVoucher, "source" | "import_id"> & { readonly texts: Buffer })[],
  ) =>
    tx.run(insertImported, [
      companyId,
      vouchers.map(({ identity }) => identity),
      vouchers.map(({ content }) => content),
      vouchers.map(({ voucher_id }) => voucher_id),
      source,
      vouchers.map(({ texts }) => texts),
      importId,
    ]),
  /** At most `count` imported vouchers after `last`, also of vouchers that are gone from the journal. */
  pageImported: (
    db: Queryable,
    companyId: PublicId<"company">,
    last: Pick<ImportedVoucher, "identity" | "voucher_id"> | null,
    count: number,
  ) => db.list(pageImported, [companyId, last?.identity ?? Buffer.alloc(0), last?.voucher_id ?? "", count]),
  /** The imported vouchers with some lines or some texts, by their hashes. */
  listAlike: (
    db: Queryable,
    companyId: PublicId<"company">,
    contents: readonly Buffer[],
    texts: readonly Buffer[],
  ) => db.list(listAlike, [companyId, contents, texts]),
  /** At most `count` imported vouchers after one and up to a day, by day. */
  pageOfDays: (
    db: Queryable,
    companyId: PublicId<"company">,
    after: { readonly date: CivilDate; readonly voucher_id: string },
    last: CivilDate,
    count: number,
  ) => db.list(pageOfDays, [companyId, after.date, after.voucher_id, last, count]),
  /** Counts the imported vouchers of a source before or after some days, without reversed ones and some more. */
  countOutside: async (
    db: Queryable,
    companyId: PublicId<"company">,
    source: string,
    [first, last]: readonly [CivilDate, CivilDate],
    butFor: readonly string[],
  ) => (await db.get(countOutside, [companyId, source, first, last, butFor])).vouchers,
  /** What the journal has of these vouchers; those that it does not have are left out. */
  listStored: (db: Queryable, companyId: PublicId<"company">, vouchers: readonly string[]) =>
    db.list(listStored, [companyId, vouchers]),
  /** The imported vouchers with these identities that still exist. */
  listImported: (db: Queryable, companyId: PublicId<"company">, identities: readonly Buffer[]) =>
    db.list(listImported, [companyId, identities]),
};
