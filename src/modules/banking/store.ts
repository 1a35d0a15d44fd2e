/** All SQL on accounts and cards. */
import type { Cents } from "../../core/cents.ts";
import type { UnixSeconds } from "../../core/civil-date.ts";
import type { PublicId } from "../../core/public-id.ts";
import { type Queryable, statement, type Tx } from "../../platform/db/index.ts";
import type { AccountKind, CardStatus } from "./rules.ts";

type Company = PublicId<"company">;
type Account = PublicId<"account">;

export interface AccountRow {
  readonly id: Account;
  readonly name: string;
  readonly institution_name: string | null;
  readonly type: AccountKind;
  readonly last4: string | null;
  readonly category_id: PublicId<"category">;
  readonly balance_cents: Cents;
  readonly active: boolean;
  readonly created: UnixSeconds;
}

export interface CardRow {
  readonly id: PublicId<"card">;
  readonly account_id: Account;
  readonly name: string;
  readonly last4: string | null;
  readonly brand: string | null;
  readonly cardholder_name: string | null;
  readonly status: CardStatus;
  readonly created: UnixSeconds;
}

const ACCOUNT = "id, name, institution_name, type, last4, category_id, balance_cents, active, created";
const AFTER = (table: string) => `($2::text is null or (created, id) > (select created, id from ${table} where company_id = $1 and id = $2))`;
const listAccounts = statement<AccountRow>("banking.listAccounts", `select ${ACCOUNT} from accounts where company_id = $1 and ${AFTER("accounts")} order by created, id limit $3`);
const listAllAccounts = statement<AccountRow>("banking.listAllAccounts", `select ${ACCOUNT} from accounts where company_id = $1 order by created, id`);
const findAccount = statement<AccountRow>("banking.findAccount", `select ${ACCOUNT} from accounts where company_id = $1 and id = $2`);
/** The balance is not the file's to say: it is the sum of what the account has. */
const putAccount = statement<never>(
  "banking.putAccount",
  `insert into accounts (company_id, id, name, institution_name, type, last4, category_id, active, created) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   on conflict (company_id, id) do update set name = excluded.name, institution_name = excluded.institution_name, type = excluded.type,
     last4 = excluded.last4, category_id = excluded.category_id, active = excluded.active, created = excluded.created`,
);
const addToBalances = statement<never>(
  "banking.addToBalances",
  `update accounts set balance_cents = balance_cents + added.cents
   from unnest($2::text[], $3::bigint[]) as added (id, cents) where company_id = $1 and accounts.id = added.id`,
);
const hasTransactions = statement<{ found: boolean }>("banking.hasTransactions", "select exists (select 1 from transactions where company_id = $1 and account_id = $2) as found");
const isBooked = statement<{ found: boolean }>("banking.isBooked", "select exists (select 1 from accounts where company_id = $1 and category_id = $2) as found");
const CARD = "id, account_id, name, last4, brand, cardholder_name, status, created";
const listCards = statement<CardRow>("banking.listCards", `select ${CARD} from cards where company_id = $1 and ${AFTER("cards")} order by created, id limit $3`);
const listAllCards = statement<CardRow>("banking.listAllCards", `select ${CARD} from cards where company_id = $1 order by created, id`);
const findCard = statement<CardRow>("banking.findCard", `select ${CARD} from cards where company_id = $1 and id = $2`);
const putCard = statement<never>(
  "banking.putCard",
  `insert into cards (company_id, ${CARD}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   on conflict (company_id, id) do update set account_id = excluded.account_id, name = excluded.name, last4 = excluded.last4,
     brand = excluded.brand, cardholder_name = excluded.cardholder_name, status = excluded.status, created = excluded.created`,
);

export const bankingStore = {
  /** Up to `count` behind the account `after`, in the order in which they were created. */
  listAccounts: (db: Queryable, companyId: Company, after: string | null, count: number) => db.list(listAccounts, [companyId, after, count]),
  listAllAccounts: (db: Queryable, companyId: Company) => db.list(listAllAccounts, [companyId]),
  findAccount: (db: Queryable, companyId: Company, id: string) => db.find(findAccount, [companyId, id]),
  putAccount: (tx: Tx, companyId: Company, row: Omit<AccountRow, "balance_cents">) =>
    tx.run(putAccount, [companyId, row.id, row.name, row.institution_name, row.type, row.last4, row.category_id, row.active, row.created]),
  hasTransactions: async (db: Queryable, companyId: Company, id: Account) => (await db.get(hasTransactions, [companyId, id])).found,
  /** Whether the money of any account is booked on a category. */
  isBooked: async (db: Queryable, companyId: Company, categoryId: string) => (await db.get(isBooked, [companyId, categoryId])).found,
  /** Adds to the balances of some different accounts. */
  addToBalances: (tx: Tx, companyId: Company, added: ReadonlyMap<Account, number>) => tx.run(addToBalances, [companyId, [...added.keys()], [...added.values()]]),
  /** Up to `count` behind the card `after`, in the order in which they were created. */
  listCards: (db: Queryable, companyId: Company, after: string | null, count: number) => db.list(listCards, [companyId, after, count]),
  listAllCards: (db: Queryable, companyId: Company) => db.list(listAllCards, [companyId]),
  findCard: (db: Queryable, companyId: Company, id: string) => db.find(findCard, [companyId, id]),
  putCard: (tx: Tx, companyId: Company, row: CardRow) =>
    tx.run(putCard, [companyId, row.id, row.account_id, row.name, row.last4, row.brand, row.cardholder_name, row.status, row.created]),
};
