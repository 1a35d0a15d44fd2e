/** All SQL on tax credits, their questionnaires and return packages. */
import type { PublicId } from "../../../core/public-id.ts";
import { defaultsOf, type RowOf } from "../../../core/record.ts";
import {
  columnsOf,
  inserting,
  objectOf,
  putting,
  type Queryable,
  statement,
  statementFamily,
  type Tx,
} from "../../../platform/db/index.ts";
import { CREDITS, type Questionnaire, QUESTIONNAIRES, RETURNS } from "./record.ts";
import type { IncomeFiling } from "./rules/words.ts";

type Company = PublicId<"company">;

/** What is recorded of a credit, from which it is computed. */
export interface CreditRow extends RowOf<typeof CREDITS> {
  /** By number; at least one. */
  readonly questionnaires: readonly Questionnaire[];
  /** The income tax record of the year, when there is one. */
  readonly income: IncomeFiling | null;
}

/** The only type and jurisdiction. */
const ONLY = defaultsOf(CREDITS);

const PACKAGE = `'package', (select ${objectOf(RETURNS, "p", ["credit_id", "number"])}
  from tax_credit_returns p where p.company_id = $1 and p.credit_id = q.credit_id and p.number = q.number)`;
/**
 * Of credits named c, each with all that it is computed from, so that one statement reads one state of it.
 */
const WHOLE = `${columnsOf(CREDITS, "c")},
  (select json_agg(${objectOf(QUESTIONNAIRES, "q", ["credit_id"], PACKAGE)} order by q.number)
   from tax_credit_questionnaires q where q.company_id = $1 and q.credit_id = c.id) as questionnaires,
  (select json_build_object('filed', t.filing_status = 'filed', 'updated', t.updated) from tax_records t where t.company_id = $1 and t.type = 'income' and t.year = c.year) as income`;

const find = statement<CreditRow>(
  "taxCredits.find",
  `select ${WHOLE} from tax_credits c where c.company_id = $1 and c.id = $2`,
);
const findYear = statement<CreditRow>(
  "taxCredits.findYear",
  `select ${WHOLE} from tax_credits c where c.company_id = $1 and c.type = '${ONLY.type}'
    and c.jurisdiction = '${ONLY.jurisdiction}' and c.year = $2`,
);
const FLAGS = ["year"] as const;
/** Years are whole numbers of four digits, so a company has a few thousand credits at the very most. */
const list = statementFamily<CreditRow, (typeof FLAGS)[number]>(
  "taxCredits.list",
  FLAGS,
  (has) =>
    `select ${WHOLE} from tax_credits c where c.company_id = $1${has("year") ? " and c.year = $2" : ""}
      order by c.year desc, c.id desc`,
);
const insert = inserting("taxCredits.insert", CREDITS);
const putQuestionnaire = putting("taxCredits.putQuestionnaire", QUESTIONNAIRES);
const putPackage = putting("taxCredits.putPackage", RETURNS);
const deleteQuestionnaires = statement<never>(
  "taxCredits.deleteQuestionnaires",
  "delete from tax_credit_questionnaires where company_id = $1 and credit_id = $2",
);

const findLatestChange = statement<{ id: string; updated: number }>(
  "taxCredits.findLatestChange",
  `select credit_id as id, updated from tax_credit_questionnaires where company_id = $1 order by updated desc
    limit 1`,
);

export const taxCreditsStore = {
  /** The record that says it changed last. */
  findLatestChange: (db: Queryable, companyId: Company) => db.find(findLatestChange, [companyId]),
  find: (db: Queryable, companyId: Company, id: string) => db.find(find, [companyId, id]),
  findYear: (db: Queryable, companyId: Company, year: number) => db.find(findYear, [companyId, year]),
  /** All, or those of a year, newest year first. */
  list: (db: Queryable, companyId: Company, year: number | null) =>
    db.list(
      list.variant(new Set(year === null ? [] : ["year"])),
      year === null ? [companyId] : [companyId, year],
    ),
  insert: (tx: Tx, companyId: Company, row: Pick<CreditRow, "id" | "year">) =>
    insert(tx, companyId, { ...ONLY, ...row }),
  /** Writes a questionnaire, with its package when it has one. */
  async putQuestionnaire(
    tx: Tx,
    companyId: Company,
    creditId: CreditRow["id"],
    row: Questionnaire,
  ): Promise<void> {
    const key = { credit_id: creditId, number: row.number };
    await putQuestionnaire(tx, companyId, { ...row, ...key });
    if (row.package !== null) await putPackage(tx, companyId, { ...row.package, ...key });
  },
  /** With their packages. */
  deleteQuestionnaires: (tx: Tx, companyId: Company, creditId: CreditRow["id"]) =>
    tx.run(deleteQuestionnaires, [companyId, creditId]),
};

/** What `verify` asks of the times at which records changed. */
export const CREDIT_CHANGES = { of: "tax credit", findLatest: taxCreditsStore.findLatestChange };
