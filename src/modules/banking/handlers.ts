/** The operations on accounts and cards: rows to views. */
import type { Handlers } from "../../contract/operation.ts";
import { page } from "../../contract/schemas.ts";
import type { bankingContract } from "./contract.ts";
import type { BankingService } from "./service.ts";

type AccountRow = Awaited<ReturnType<BankingService["listAccounts"]>>[number];
type CardRow = Awaited<ReturnType<BankingService["listCards"]>>[number];

function accountView({ id, name, institution_name, type, last4, category_id, balance_cents, active, created }: AccountRow) {
  return { id, object: "account" as const, name, institution_name, type, last4, currency: "USD" as const, category_id, balance_cents, active, created };
}

function cardView({ id, name, last4, brand, cardholder_name, account_id, status, created }: CardRow) {
  return { id, object: "card" as const, name, last4, brand, cardholder_name, account_id, status, created };
}

export function bankingHandlers(banking: BankingService): Handlers<typeof bankingContract> {
  return {
    async listAccounts({ principal, input: { starting_after, limit } }) {
      const rows = await banking.listAccounts(principal.companyId, starting_after, limit + 1);
      return page("/accounts", rows, limit, accountView, ({ id }) => id);
    },
    async createAccount({ principal, body, now }) {
      const { name, type, institution_name = null, last4 = null, category_id = null } = body;
      return accountView(await banking.createAccount(principal.companyId, { name: name.trim(), type, institution_name, last4, category_id }, now));
    },
    async listCards({ principal, input: { starting_after, limit } }) {
      const rows = await banking.listCards(principal.companyId, starting_after, limit + 1);
      return page("/cards", rows, limit, cardView, ({ id }) => id);
    },
  };
}
