/** All SQL on tax credits, their questionnaires and return packages. */
import type { PublicId } from "@daybook/words/public-id";
import { defaultsOf, type RowOf } from "../../../core/record.ts";
import {
  columnsOf,
  jsonObjectOf,
  makeInsert,
  makeUpsert,
  type Queryable,
  statement,
  statementFamily,
  type Tx,
} from "../../../platform/db/index.ts";
import { CREDITS, type Questionnaire, QUESTIONNAIRES, RETURNS } from "./record.ts";
import type { IncomeFiling } from "./rules/words.ts";

type Company = PublicId<"company">;

/** A credit with the stored records from which its values are computed. */
export interface CreditRow extends RowOf<typeof CREDITS> {
  /** At least one questionnaire, ordered by number. */
  readonly questionnaires: readonly Questionnaire[];
  /** The income tax record of the year, if there is one. */
  readonly income: IncomeFiling | null;
}

/** The only type and the only jurisdiction of a credit. */
const DEFAULTS = defaultsOf(CREDITS);

/** SQL for a member `package` of a JSON object: the return package of a questionnaire `q`. */
const PACKAGE = `'package', (select ${jsonObjectOf(RETURNS, "p", ["credit_id", "number"])}
  from tax_credit_returns p where p.company_id = $1 and p.credit_id = q.credit_id and p.number = q.number)`;
/**
 * SQL for the columns of a credit `c` and of all records from which it is computed. A single statement reads
 * them all, so they are from one snapshot.
 */
const CREDIT_WITH_SOURCES = `${columnsOf(CREDITS, "c")},
  (select json_agg(${jsonObjectOf(QUESTIONNAIRES, "q", ["credit_id"], PACKAGE)} order by q.number)
   from tax_credit_questionnaires q where q.company_id = $1 and q.credit_id = c.id) as questionnaires,
  (select json_build_object('filed', t.filing_status = 'filed', 'updated', t.updated) from tax_records t where t.company_id = $1 and t.type = 'income' and t.year = c.year) as income`;

const find = statement<CreditRow>(
  "taxCredits.find",
  `select ${CREDIT_WITH_SOURCES} from tax_credits c where c.company_id = $1 and c.id = $2`,
);
const findYear = statement<CreditRow>(
  "taxCredits.findYear",
  `select ${CREDIT_WITH_SOURCES} from tax_credits c where c.company_id = $1 and c.type = '${DEFAULTS.type}'
    and c.jurisdiction = '${DEFAULTS.jurisdiction}' and c.year = $2`,
);
const FLAGS = ["year"] as const;
/** Needs no pages: a company has one credit for each year of four digits, so a few thousand at most. */
const list = statementFamily<CreditRow, (typeof FLAGS)[number]>(
  "taxCredits.list",
  FLAGS,
  (has) =>
    `select ${CREDIT_WITH_SOURCES} from tax_credits c where c.company_id = $1${has("year") ? " and c.year = $2" : ""}
      order by c.year desc, c.id desc`,
);
const insert = makeInsert("taxCredits.insert", CREDITS);
const putQuestionnaire = makeUpsert("taxCredits.putQuestionnaire", QUESTIONNAIRES);
const putPackage = makeUpsert("taxCredits.putPackage", RETURNS);
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
  /** The questionnaire with the latest `updated`. */
  findLatestChange: (db: Queryable, companyId: Company) => db.find(findLatestChange, [companyId]),
  find: (db: Queryable, companyId: Company, id: string) => db.find(find, [companyId, id]),
  findYear: (db: Queryable, companyId: Company, year: number) => db.find(findYear, [companyId, year]),
  /** A company's credits of all years, or of one year, newest year first. */
  list: (db: Queryable, companyId: Company, year: number | null) =>
    db.list(
      list.variant(new Set(year === null ? [] : ["year"])),
      year === null ? [companyId] : [companyId, year],
    ),
  insert: (tx: Tx, companyId: Company, row: Pick<CreditRow, "id" | "year">) =>
    insert(tx, companyId, { ...DEFAULTS, ...row }),
  /** Writes a questionnaire and its return package, if it has one. */
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
  /** Deletes all questionnaires of a credit with their return packages. */
  deleteQuestionnaires: (tx: Tx, companyId: Company, creditId: CreditRow["id"]) =>
    tx.run(deleteQuestionnaires, [companyId, creditId]),
};

/** Lets the command `verify` check that no credit was changed in the future. */
export const CREDIT_CHANGES = { of: "tax credit", findLatest: taxCreditsStore.findLatestChange };
