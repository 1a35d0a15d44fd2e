/** The bundle's sections of accounts and cards. An account that has transactions keeps the category that they are booked on. */
import Type from "typebox";
import { BundleProblem, type BundleSection, createdField, fieldOf, neededField, onlyOnce, patternSchema, readId, readSeconds, recordReader, sameFields, Tally, textSchema } from "../../contract/bundle.ts";
import { exactly, nullable } from "../../contract/operation.ts";
import { idSchema } from "../../contract/schemas.ts";
import type { Tx } from "../../platform/db/index.ts";
import { chartStore } from "../chart/index.ts";
import { ACCOUNT_KINDS, CARD_STATUSES, mayBook } from "./rules.ts";
import { bankingStore } from "./store.ts";

const last4 = Type.Optional(nullable(patternSchema("^[0-9]{4}$", "must be four digits", "The last four digits of its number. Default: null.")));

const accountRecord = exactly({
  id: idSchema("account", "The account's id, unique in the company."),
  name: Type.Optional(textSchema("Its name. Needed for a new account.")),
  institution_name: Type.Optional(nullable(textSchema("The bank. Default: null."))),
  type: Type.Optional(Type.Enum([...ACCOUNT_KINDS], { description: "What kind of account it is. Needed for a new account." })),
  last4,
  category_id: Type.Optional(idSchema("category", "The category that its money is booked on: of type liability for `credit`, else of type asset. Needed for a new account; one that has transactions keeps it.")),
  active: Type.Optional(Type.Boolean({ description: "Whether it is in use. Default: true." })),
  created: createdField,
});
const accountsShape = { name: "accounts", form: "array", description: "Bank and card accounts.", schema: accountRecord } as const;
const readAccounts = recordReader(accountsShape, accountRecord);

export const accountsSection: BundleSection<Tx> = {
  ...accountsShape,
  async write({ tx, companyId, now }, batches) {
    const tally = new Tally();
    const stated = new Set<string>();
    const types = new Map((await chartStore.listCategories(tx, companyId)).map((row) => [row.id, row.account_type]));
    for await (const { path, record } of readAccounts(batches)) {
      onlyOnce(stated, record.id, path);
      const { balance_cents: _balance, ...former } = (await bankingStore.findAccount(tx, companyId, record.id)) ?? { balance_cents: null };
      const known = "id" in former ? former : undefined;
      const row = {
        id: readId("account", record.id),
        name: neededField(record.name, known?.name, `${path}.name`),
        institution_name: fieldOf(record.institution_name, known?.institution_name, null),
        type: neededField(record.type, known?.type, `${path}.type`),
        last4: fieldOf(record.last4, known?.last4, null),
        category_id: readId("category", neededField(record.category_id, known?.category_id, `${path}.category_id`)),
        active: fieldOf(record.active, known?.active, true),
        created: fieldOf(readSeconds(record.created), known?.created, now),
      };
      const type = types.get(row.category_id);
      if (type === undefined) throw new BundleProblem(`${path}.category_id`, `there is no category ${row.category_id}`);
      if (!mayBook(row.type, type)) throw new BundleProblem(`${path}.category_id`, `${row.category_id} is of type ${type}, on which no ${row.type} account is booked`);
      if (known && known.category_id !== row.category_id && (await bankingStore.hasTransactions(tx, companyId, row.id))) {
        throw new BundleProblem(`${path}.category_id`, `${row.id} has transactions and keeps its category, ${known.category_id}`);
      }
      const same = known !== undefined && sameFields(row, known);
      if (!same) await bankingStore.putAccount(tx, companyId, row);
      tally.compare(known, same);
    }
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    yield (await bankingStore.listAllAccounts(tx, companyId)).map(({ balance_cents: _balance, ...record }) => record);
  },
};

const cardRecord = exactly({
  id: idSchema("card", "The card's id, unique in the company."),
  account_id: Type.Optional(idSchema("account", "The account that it is settled by. Needed for a new card.")),
  name: Type.Optional(textSchema("Its name. Needed for a new card.")),
  last4,
  brand: Type.Optional(nullable(textSchema("Such as `visa`. Default: null."))),
  cardholder_name: Type.Optional(nullable(textSchema("Who holds it. Default: null."))),
  status: Type.Optional(Type.Enum([...CARD_STATUSES], { description: "Whether it can be used. Default: `active`." })),
  created: createdField,
});
const cardsShape = { name: "cards", form: "array", description: "Cards.", schema: cardRecord } as const;
const readCards = recordReader(cardsShape, cardRecord);

export const cardsSection: BundleSection<Tx> = {
  ...cardsShape,
  async write({ tx, companyId, now }, batches) {
    const tally = new Tally();
    const stated = new Set<string>();
    for await (const { path, record } of readCards(batches)) {
      onlyOnce(stated, record.id, path);
      const former = (await bankingStore.findCard(tx, companyId, record.id)) ?? undefined;
      const row = {
        id: readId("card", record.id),
        account_id: readId("account", neededField(record.account_id, former?.account_id, `${path}.account_id`)),
        name: neededField(record.name, former?.name, `${path}.name`),
        last4: fieldOf(record.last4, former?.last4, null),
        brand: fieldOf(record.brand, former?.brand, null),
        cardholder_name: fieldOf(record.cardholder_name, former?.cardholder_name, null),
        status: fieldOf(record.status, former?.status, "active"),
        created: fieldOf(readSeconds(record.created), former?.created, now),
      };
      if ((await bankingStore.findAccount(tx, companyId, row.account_id)) === null) throw new BundleProblem(`${path}.account_id`, `there is no account ${row.account_id}`);
      const same = former !== undefined && sameFields(row, former);
      if (!same) await bankingStore.putCard(tx, companyId, row);
      tally.compare(former, same);
    }
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    yield await bankingStore.listAllCards(tx, companyId);
  },
};
