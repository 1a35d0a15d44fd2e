/** All SQL on accounts and cards. */
import type { PublicId } from "@daybook/words/public-id";
import {
  columnsOf,
  makeUpsert,
  pager,
  type Queryable,
  statement,
  type Tx,
} from "../../../platform/db/index.ts";
import { type AccountRow, ACCOUNTS, type CardRow, CARDS } from "./record.ts";

type Company = PublicId<"company">;
type Account = PublicId<"account">;

const ACCOUNT = columnsOf(ACCOUNTS);
/** Accounts in the order in which they were created. */
const accountPages = pager<AccountRow>()({
  name: "banking.listAccounts",
  key: { created: "bigint", id: "text" },
  filters: {},
  text: ({ where, order }) => `select ${ACCOUNT} from accounts where ${where} order by ${order()} limit $2`,
});
const listAllAccounts = statement<AccountRow>(
  "banking.listAllAccounts",
  `select ${ACCOUNT} from accounts where company_id = $1 order by created, id`,
);
const findAccount = statement<AccountRow>(
  "banking.findAccount",
  `select ${ACCOUNT} from accounts where company_id = $1 and id = $2`,
);
const addToBalances = statement<never>(
  "banking.addToBalances",
  `update accounts set balance_cents = balance_cents + added.cents
   from unnest($2::text[], $3::bigint[]) as added (id, cents) where company_id = $1
     and accounts.id = added.id`,
);
const hasTransactions = statement<{ found: boolean }>(
  "banking.hasTransactions",
  "select exists (select 1 from transactions where company_id = $1 and account_id = $2) as found",
);
const listBooked = statement<{ id: string }>(
  "banking.listBooked",
  `select distinct category_id as id from accounts where company_id = $1
    and category_id = any (array(select unnest($2::text[])))`,
);
const isTaken = statement<{ taken: boolean }>(
  "banking.isTaken",
  `select exists (select 1 from accounts where company_id = $1 and category_id = $2)
     or exists (select 1 from journal_entries where company_id = $1 and category_id = $2) as taken`,
);
const CARD = columnsOf(CARDS);
/** Cards in the order in which they were created. */
const cardPages = pager<CardRow>()({
  name: "banking.listCards",
  key: { created: "bigint", id: "text" },
  filters: {},
  text: ({ where, order }) => `select ${CARD} from cards where ${where} order by ${order()} limit $2`,
});
const listAllCards = statement<CardRow>(
  "banking.listAllCards",
  `select ${CARD} from cards where company_id = $1 order by created, id`,
);
const findCard = statement<CardRow>(
  "banking.findCard",
  `select ${CARD} from cards where company_id = $1 and id = $2`,
);

export const bankingStore = {
  accountPages,
  listAllAccounts: (db: Queryable, companyId: Company) => db.list(listAllAccounts, [companyId]),
  findAccount: (db: Queryable, companyId: Company, id: string) => db.find(findAccount, [companyId, id]),
  putAccount: makeUpsert("banking.putAccount", ACCOUNTS),
  hasTransactions: async (db: Queryable, companyId: Company, id: Account) =>
    (await db.get(hasTransactions, [companyId, id])).found,
  /** Returns those of the categories that accounts are booked on. */
  listBooked: async (db: Queryable, companyId: Company, categories: readonly string[]) =>
    (await db.list(listBooked, [companyId, categories])).map(({ id }) => id),
  /** True if an account or a journal entry is booked on the category. */
  isTaken: async (db: Queryable, companyId: Company, category: string) =>
    (await db.get(isTaken, [companyId, category])).taken,
  /** Adds an amount in cents to the balance of each account. */
  addToBalances: (tx: Tx, companyId: Company, added: ReadonlyMap<Account, number>) =>
    tx.run(addToBalances, [companyId, [...added.keys()], [...added.values()]]),
  cardPages,
  listAllCards: (db: Queryable, companyId: Company) => db.list(listAllCards, [companyId]),
  findCard: (db: Queryable, companyId: Company, id: string) => db.find(findCard, [companyId, id]),
  putCard: makeUpsert("banking.putCard", CARDS),
};
