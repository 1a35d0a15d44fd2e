/** Use cases on accounts and cards. */
import type { UnixSeconds } from "@daybook/words/civil-date";
import { ZERO_CENTS } from "@daybook/words/cents";
import { refuse } from "../../../core/errors.ts";
import type { PublicId } from "@daybook/words/public-id";
import { isChanged } from "../../../core/record.ts";
import { type Db, type Queryable, type QueryOf, takeTurn, type Tx } from "../../../platform/db/index.ts";
import type { Ids } from "../../../platform/random/random.ts";
import { categoriesOfRoles, categoryBeside, chartStore, inactiveText } from "../../books/chart/index.ts";
import { type AccountKind, chartWarnings, isCashAccount, mayBook, categoryRoleOf } from "./rules.ts";
import { type AccountRow, ACCOUNTS, type CardRow } from "./record.ts";
import { bankingStore } from "./store.ts";

type Company = PublicId<"company">;

/** The fields of a new account. */
export interface NewAccount {
  readonly name: string;
  readonly type: AccountKind;
  readonly institution_name: string | null;
  readonly last4: string | null;
  /** The category that its money is booked on; null for one of its own. */
  readonly category_id: string | null;
}

/** A change of an account. Its kind stays, because its category follows from it. */
type AccountChange = Partial<
  Pick<AccountRow, "name" | "institution_name" | "last4" | "active"> & { readonly category_id: string }
>;

/** The filters and the page of a list of accounts. */
export type AccountQuery = QueryOf<typeof bankingStore.accountPages>;
/** The filters and the page of a list of cards. */
export type CardQuery = QueryOf<typeof bankingStore.cardPages>;

export interface BankingService {
  /** Lists up to `limit` + 1 accounts. Refuses `resource_missing` for an unknown cursor. */
  listAccounts(companyId: Company, query: AccountQuery): Promise<AccountRow[]>;
  /** Lists all accounts of a company, in the order in which they were created. */
  listAllAccounts(companyId: Company): Promise<AccountRow[]>;
  /** Creates an account. Refuses `resource_missing` for a category that it can't be booked on. */
  createAccount(companyId: Company, account: NewAccount, now: UnixSeconds): Promise<AccountRow>;
  /**
   * Changes an account; absent fields keep their values. Refuses `resource_missing`, and `invalid_request`
   * for another category once the account has transactions.
   */
  changeAccount(companyId: Company, id: string, change: AccountChange, now: UnixSeconds): Promise<AccountRow>;
  /** Lists up to `limit` + 1 cards. Refuses `resource_missing` for an unknown cursor. */
  listCards(companyId: Company, query: CardQuery): Promise<CardRow[]>;
}

/** The dependencies of the service. */
interface BankingNeeds {
  readonly db: Db;
  readonly ids: Ids;
  /** Makes other writers of the company's transactions wait until the end. */
  readonly beginWriting: (tx: Tx, companyId: Company, now: UnixSeconds) => Promise<unknown>;
}

export function bankingService({ db, ids, beginWriting }: BankingNeeds): BankingService {
  return {
    async listAccounts(companyId, query) {
      const { accountPages, findAccount } = bankingStore;
      const after = await accountPages.cursorRecord(query, (id) => findAccount(db, companyId, id));
      return accountPages.list(db, companyId, query, after);
    },
    listAllAccounts: (companyId) => bankingStore.listAllAccounts(db, companyId),
    createAccount: (companyId, account, now) =>
      db.transaction((tx) => createAccount(tx, ids, companyId, account, now)),
    changeAccount: (companyId, id, change, now) =>
      db.transaction(async (tx) => {
        // A new name is read with the account's transactions, whose writers lock their clock first.
        await beginWriting(tx, companyId, now);
        return changeAccount(tx, companyId, id, change);
      }),
    async listCards(companyId, query) {
      const { cardPages, findCard } = bankingStore;
      const after = await cardPages.cursorRecord(query, (id) => findCard(db, companyId, id));
      return cardPages.list(db, companyId, query, after);
    },
  };
}

/** Creates an account in the caller's database transaction. */
async function createAccount(
  tx: Tx,
  ids: Ids,
  companyId: Company,
  { category_id, ...account }: NewAccount,
  now: UnixSeconds,
): Promise<AccountRow> {
  const row = {
    ...account,
    id: ids.next("account"),
    category_id:
      category_id === null
        ? await ownCategory(tx, ids, companyId, account, now)
        : await chosenCategory(tx, companyId, account.type, category_id),
    active: true,
    created: now,
  };
  await bankingStore.putAccount(tx, companyId, row);
  return { ...row, balance_cents: ZERO_CENTS };
}

async function changeAccount(
  tx: Tx,
  companyId: Company,
  id: string,
  { category_id, ...others }: AccountChange,
): Promise<AccountRow> {
  const former = await bankingStore.findAccount(tx, companyId, id);
  if (former === null) throw refuse("resource_missing");
  const isRebooked = category_id !== undefined && category_id !== former.category_id;
  if (isRebooked && (await bankingStore.hasTransactions(tx, companyId, former.id)))
    throw refuse("invalid_request", {
      param: "category_id",
      message: `${former.name} has transactions, so it keeps its category.`,
    });
  const row: AccountRow = {
    ...former,
    ...others,
    category_id: isRebooked
      ? await chosenCategory(tx, companyId, former.type, category_id)
      : former.category_id,
  };
  if (isChanged(ACCOUNTS, former, row)) await bankingStore.putAccount(tx, companyId, row);
  return row;
}

/**
 * The category for a new account: the company's category for cash or for credit cards if nothing is booked on
 * it yet, otherwise a new one with the account's name. Two accounts on one category can't be reconciled.
 */
async function ownCategory(
  tx: Tx,
  ids: Ids,
  companyId: Company,
  { type, name }: Pick<NewAccount, "type" | "name">,
  now: UnixSeconds,
): Promise<PublicId<"category">> {
  await takeTurn(tx, companyId, "chart");
  const role = categoryRoleOf(type);
  const making = { ids, now };
  const usual = (await categoriesOfRoles(tx, companyId, [role], making))[role];
  return (await bankingStore.isTaken(tx, companyId, usual))
    ? categoryBeside(tx, companyId, role, name, making)
    : usual;
}

async function chosenCategory(
  tx: Tx,
  companyId: Company,
  type: AccountKind,
  id: string,
): Promise<PublicId<"category">> {
  const chosen = await chartStore.findCategoryChoice(tx, companyId, id);
  if (chosen === null || chosen.parent || !mayBook(type, chosen.account_type))
    throw refuse("resource_missing", { param: "category_id" });
  if (!chosen.active)
    throw refuse("resource_missing", { param: "category_id", message: inactiveText(chosen) });
  return chosen.id;
}

/** Lists the accounts that are booked on a category, with the labels for the chart's messages. */
export async function listCategoryUses(
  db: Queryable,
  companyId: Company,
  categoryId: string,
): Promise<{ readonly label: string; readonly isCash: boolean }[]> {
  const accounts = await bankingStore.listAllAccounts(db, companyId);
  return accounts
    .filter(({ category_id }) => category_id === categoryId)
    .map(({ name, type }) => ({ label: `the account ${name}`, isCash: isCashAccount(type) }));
}

/** Finds what is allowed in a company's chart but probably a mistake. Returns a sentence for each. */
export async function findChartWarnings(db: Queryable, companyId: Company): Promise<string[]> {
  return chartWarnings(await chartStore.listCategories(db, companyId));
}
