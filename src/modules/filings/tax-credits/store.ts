/** All SQL on tax credits, their questionnaires and return packages. */
import type { PublicId } from "../../../core/public-id.ts";
import { type Queryable, statement, statementFamily, type Tx } from "../../../platform/db/index.ts";
import type { IncomeFiling, Questionnaire, ReturnPackage } from "./rules/words.ts";

type Company = PublicId<"company">;

/** What is recorded of a credit, from which it is computed. */
export interface CreditRow {
  readonly id: PublicId<"taxCredit">;
  readonly year: number;
  /** By number; at least one. */
  readonly questionnaires: readonly Questionnaire[];
  /** The income tax record of the year, when there is one. */
  readonly income: IncomeFiling | null;
}

const TYPE = "research_and_development";
const JURISDICTION = "US";

const PACKAGE = [
  "total_cents",
  "income_tax_cents",
  "filed",
  "updated",
] as const satisfies readonly (keyof ReturnPackage)[];
const OWN = [
  "decision",
  "estimate_cents",
  "estimate_confirmed",
  "payroll_provider",
  "payroll_done",
  "payroll_done_because",
  "payroll_submitted_at",
  "created",
  "updated",
] as const satisfies readonly (keyof Questionnaire)[];

const fieldsOf = (alias: string, names: readonly string[]): string =>
  names.map((name) => `'${name}', ${alias}.${name}`).join(", ");

/**
 * Of credits named c, each with all that it is computed from, so that one statement reads one state of it.
 */
const WHOLE = `c.id, c.year,
  (select json_agg(json_build_object('number', q.number, ${fieldsOf("q", OWN)},
     'package', (select json_build_object(${fieldsOf("p", PACKAGE)}) from tax_credit_returns p where p.company_id = $1 and p.credit_id = q.credit_id and p.number = q.number)) order by q.number)
   from tax_credit_questionnaires q where q.company_id = $1 and q.credit_id = c.id) as questionnaires,
  (select json_build_object('filed', t.filing_status = 'filed', 'updated', t.updated) from tax_records t where t.company_id = $1 and t.type = 'income' and t.year = c.year) as income`;

const find = statement<CreditRow>(
  "taxCredits.find",
  `select ${WHOLE} from tax_credits c where c.company_id = $1 and c.id = $2`,
);
const findYear = statement<CreditRow>(
  "taxCredits.findYear",
  `select ${WHOLE} from tax_credits c where c.company_id = $1 and c.type = '${TYPE}'
    and c.jurisdiction = '${JURISDICTION}' and c.year = $2`,
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
const insert = statement<never>(
  "taxCredits.insert",
  `insert into tax_credits (company_id, id, type, jurisdiction, year)
    values ($1, $2, '${TYPE}', '${JURISDICTION}', $3)`,
);
const putQuestionnaire = statement<never>(
  "taxCredits.putQuestionnaire",
  `insert into tax_credit_questionnaires (company_id, credit_id, number, ${OWN.join(", ")})
    values ($1, $2, $3, ${OWN.map((_, index) => `$${index + 4}`).join(", ")})
   on conflict (company_id, credit_id, number) do update set
     ${OWN.map((name) => `${name} = excluded.${name}`).join(", ")}`,
);
const putPackage = statement<never>(
  "taxCredits.putPackage",
  `insert into tax_credit_returns (company_id, credit_id, number, ${PACKAGE.join(", ")})
    values ($1, $2, $3, ${PACKAGE.map((_, index) => `$${index + 4}`).join(", ")})
   on conflict (company_id, credit_id, number) do update set
     ${PACKAGE.map((name) => `${name} = excluded.${name}`).join(", ")}`,
);
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
  insert: (tx: Tx, companyId: Company, { id, year }: Pick<CreditRow, "id" | "year">) =>
    tx.run(insert, [companyId, id, year]),
  /** Writes a questionnaire, with its package when it has one. */
  async putQuestionnaire(
    tx: Tx,
    companyId: Company,
    creditId: CreditRow["id"],
    row: Questionnaire,
  ): Promise<void> {
    const of = row.package;
    await tx.run(putQuestionnaire, [companyId, creditId, row.number, ...OWN.map((name) => row[name])]);
    if (of !== null)
      await tx.run(putPackage, [companyId, creditId, row.number, ...PACKAGE.map((name) => of[name])]);
  },
  /** With their packages. */
  deleteQuestionnaires: (tx: Tx, companyId: Company, creditId: CreditRow["id"]) =>
    tx.run(deleteQuestionnaires, [companyId, creditId]),
};

/** What `verify` asks of the times at which records changed. */
export const CREDIT_CHANGES = { of: "tax credit", findLatest: taxCreditsStore.findLatestChange };
