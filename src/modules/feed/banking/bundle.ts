/**
 * The bundle's sections of accounts and cards. An account that has transactions keeps its category, because
 * their postings use that category.
 */
import {
  BundleProblem,
  type BundleSection,
  onlyOnce,
  recordReader,
  Tally,
} from "../../../contract/bundle.ts";
import { recordReading, recordSchema, recordWriting } from "../../../contract/record.ts";
import { isChanged } from "../../../core/record.ts";
import type { Tx } from "../../../platform/db/index.ts";
import { chartStore } from "../../books/chart/index.ts";
import { ACCOUNTS, CARDS } from "./record.ts";
import { mayBook } from "./rules.ts";
import { bankingStore } from "./store.ts";

const accountRecord = recordSchema(ACCOUNTS);
const accountsShape = {
  name: "accounts",
  form: "array",
  description: "Bank and card accounts.",
  schema: accountRecord,
} as const;
const readAccounts = recordReader(accountsShape, accountRecord);
const accountOf = recordReading(ACCOUNTS);
const accountRecordOf = recordWriting(ACCOUNTS);

export const accountsSection: BundleSection<Tx> = {
  ...accountsShape,
  async write({ tx, companyId, now }, batches) {
    const tally = new Tally();
    const seen = new Set<string>();
    const types = new Map(
      (await chartStore.listCategories(tx, companyId)).map((row) => [row.id, row.account_type]),
    );
    for await (const { path, record } of readAccounts(batches)) {
      onlyOnce(seen, record.id, path);
      const former = await bankingStore.findAccount(tx, companyId, record.id);
      const row = accountOf(record, former, path, now);
      const type = types.get(row.category_id);
      if (type === undefined)
        throw new BundleProblem(`${path}.category_id`, `there is no category ${row.category_id}`);
      if (!mayBook(row.type, type))
        throw new BundleProblem(
          `${path}.category_id`,
          `${row.category_id} is of type ${type}, so a ${row.type} account can't be booked on it`,
        );
      if (
        former &&
        former.category_id !== row.category_id &&
        (await bankingStore.hasTransactions(tx, companyId, row.id))
      ) {
        throw new BundleProblem(
          `${path}.category_id`,
          `${row.id} has transactions and keeps its category, ${former.category_id}`,
        );
      }
      const isSame = former !== null && !isChanged(ACCOUNTS, former, row);
      if (!isSame) await bankingStore.putAccount(tx, companyId, row);
      tally.compare(former, isSame);
    }
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    yield (await bankingStore.listAllAccounts(tx, companyId)).map(accountRecordOf);
  },
};

const cardRecord = recordSchema(CARDS);
const cardsShape = { name: "cards", form: "array", description: "Cards.", schema: cardRecord } as const;
const readCards = recordReader(cardsShape, cardRecord);
const cardOf = recordReading(CARDS);
const cardRecordOf = recordWriting(CARDS);

export const cardsSection: BundleSection<Tx> = {
  ...cardsShape,
  async write({ tx, companyId, now }, batches) {
    const tally = new Tally();
    const stated = new Set<string>();
    for await (const { path, record } of readCards(batches)) {
      onlyOnce(stated, record.id, path);
      const former = await bankingStore.findCard(tx, companyId, record.id);
      const row = cardOf(record, former, path, now);
      if ((await bankingStore.findAccount(tx, companyId, row.account_id)) === null)
        throw new BundleProblem(`${path}.account_id`, `there is no account ${row.account_id}`);
      const same = former !== null && !isChanged(CARDS, former, row);
      if (!same) await bankingStore.putCard(tx, companyId, row);
      tally.compare(former, same);
    }
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    yield (await bankingStore.listAllCards(tx, companyId)).map(cardRecordOf);
  },
};
