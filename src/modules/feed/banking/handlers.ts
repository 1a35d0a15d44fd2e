/** The handlers of the operations on accounts and cards. They turn rows into views. */
import type { Handlers } from "../../../contract/operation.ts";
import { viewing } from "../../../contract/record.ts";
import { page } from "../../../contract/schemas.ts";
import { accountSchema, type bankingContract, cardSchema } from "./contract.ts";
import { ACCOUNTS, CARDS } from "./record.ts";
import type { BankingService } from "./service.ts";

const accountView = viewing(ACCOUNTS, accountSchema, () => ({ object: "account", currency: "USD" }));
const cardView = viewing(CARDS, cardSchema, () => ({ object: "card" }));

export function bankingHandlers(banking: BankingService): Handlers<typeof bankingContract> {
  return {
    async listAccounts({ principal, input }) {
      const rows = await banking.listAccounts(principal.companyId, input);
      return page("/accounts", rows, input.limit, accountView);
    },
    async createAccount({ principal, body, now }) {
      const { name, type, institution_name = null, last4 = null, category_id = null } = body;
      return accountView(
        await banking.createAccount(
          principal.companyId,
          { name: name.trim(), type, institution_name, last4, category_id },
          now,
        ),
      );
    },
    async listCards({ principal, input }) {
      const rows = await banking.listCards(principal.companyId, input);
      return page("/cards", rows, input.limit, cardView);
    },
  };
}
