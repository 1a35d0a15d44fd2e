/** The handlers of the operations on accounts and cards. They turn rows into views. */
import { CONSOLE_API_ROOT, type Handlers } from "../../../contract/operation.ts";
import { viewing } from "../../../contract/record.ts";
import { page, wholeList } from "../../../contract/schemas.ts";
import { accountSchema, type bankingConsoleContract, type bankingContract, cardSchema } from "./contract.ts";
import { ACCOUNTS, CARDS } from "./record.ts";
import type { BankingService } from "./service.ts";

type AccountsCompany = Parameters<BankingService["listAllAccounts"]>[0];

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

/** A connection as this module knows it: its state, and the accounts that it feeds. */
interface Feeding {
  readonly vendor: string;
  readonly status: string;
  readonly detail: string | null;
  readonly pulled_at: number | null;
  readonly accounts: readonly { readonly account_id: string | null }[];
}

/** The handlers of what only the web console asks of accounts. */
export function bankingConsoleHandlers(
  banking: BankingService,
  listConnections: (companyId: AccountsCompany) => Promise<readonly Feeding[]>,
): Handlers<typeof bankingConsoleContract> {
  return {
    async changeAccount({ principal, input, body: { name, ...others }, now }) {
      const change = { ...others, ...(name === undefined ? {} : { name: name.trim() }) };
      return accountView(await banking.changeAccount(principal.companyId, input.id, change, now));
    },
    async listAccountConnections({ principal }) {
      const connections = await listConnections(principal.companyId);
      const data = connections.flatMap(({ vendor, status, detail, pulled_at, accounts }) =>
        accounts.flatMap(({ account_id }) =>
          account_id === null
            ? []
            : [{ object: "account_connection" as const, account_id, vendor, status, detail, pulled_at }],
        ),
      );
      return wholeList(`${CONSOLE_API_ROOT}/account_connections`, data);
    },
  };
}
