/** All SQL on imported vouchers: which vouchers of other programs a company has taken already. */
import type { PublicId } from "../../core/public-id.ts";
import { type Queryable, statement, type Tx } from "../../platform/db/index.ts";

/** A voucher that an import brought. */
export interface ImportedVoucher {
  /** A hash of what stays the same from export to export. */
  readonly identity: Buffer;
  /** A hash of its lines. */
  readonly content: Buffer;
  readonly voucher_id: string;
}

const insertImported = statement<never>(
  "intake.insertImported",
  `insert into imported_vouchers (company_id, identity, content, voucher_id)
   select $1, identity, content, voucher_id
   from unnest($2::bytea[], $3::bytea[], $4::text[]) as given (identity, content, voucher_id)`,
);

// A voucher that was deleted or replaced since is not known any more, and is imported again.
const listImported = statement<ImportedVoucher>(
  "intake.listImported",
  `select identity, content, voucher_id from imported_vouchers
   where company_id = $1 and identity = any($2::bytea[])
     and exists (select 1 from journal_entries e
       where e.company_id = imported_vouchers.company_id and e.voucher_id = imported_vouchers.voucher_id)
   order by identity, voucher_id`,
);

export const intakeStore = {
  insertImported: (tx: Tx, companyId: PublicId<"company">, vouchers: readonly ImportedVoucher[]) =>
    tx.run(insertImported, [
      companyId,
      vouchers.map(({ identity }) => identity),
      vouchers.map(({ content }) => content),
      vouchers.map(({ voucher_id }) => voucher_id),
    ]),
  /** The imported vouchers with these identities that still exist. */
  listImported: (db: Queryable, companyId: PublicId<"company">, identities: readonly Buffer[]) =>
    db.list(listImported, [companyId, identities]),
};
