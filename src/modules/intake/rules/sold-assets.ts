/**
 * Decides whether imported books show the sale of assets in investing: then depreciation and what it
 * accumulates on have the cash flow role `investing`, so that a sale shows its proceeds there, while
 * depreciation is still added back to net income. Invariant: it is decided only for books with such a sale
 * in which every depreciation is charged to accumulated depreciation, because in others it would move
 * amounts between the activities.
 */
import { natureWithin } from "@daybook/words/account-kinds";
import { isPointInTime } from "@daybook/words/ledger-words";
import type { AccountClass } from "./account-classes.ts";
import type { ParsedVoucher } from "./parsed-voucher.ts";

/** What an account is to a sale. */
type Part = "accumulated" | "charged" | "asset" | "other balance" | "other income" | "result";

export class SoldAssets {
  readonly #classOf: (account: string) => AccountClass | string;
  readonly #parts = new Map<string, Part>();
  #hasSale = false;
  /** False as soon as one of the accounts, or a voucher, is not what the decision needs. */
  #isPlain = true;

  constructor(classOf: (account: string) => AccountClass | string) {
    this.#classOf = classOf;
  }

  /** Notes a voucher that is imported. */
  add({ lines }: ParsedVoucher): void {
    const nets = new Map<Part, number>();
    for (const { account, netDebitCents } of lines) {
      const part = this.#partOf(account);
      nets.set(part, (nets.get(part) ?? 0) + netDebitCents);
    }
    const accumulated = nets.get("accumulated") ?? 0;
    const charged = nets.get("charged") ?? 0;
    if (accumulated === 0 && charged === 0) return;
    if (accumulated + charged === 0) return;
    if (charged !== 0 || nets.has("other income")) this.#isPlain = false;
    else if (accumulated > 0 && (nets.get("asset") ?? 0) < 0) this.#hasSale = true;
  }

  /** The accounts that belong to investing; none if the books don't decide it. */
  accounts(): string[] {
    const named = (part: Part): string[] =>
      [...this.#parts].flatMap(([account, found]) => (found === part ? [account] : []));
    const charged = named("charged");
    return this.#hasSale && this.#isPlain && charged.length > 0 ? [...named("accumulated"), ...charged] : [];
  }

  #partOf(account: string): Part {
    const known = this.#parts.get(account);
    if (known) return known;
    const part = this.#decide(account);
    this.#parts.set(account, part);
    return part;
  }

  #decide(account: string): Part {
    const found = this.#classOf(account);
    if (typeof found === "string") return "other balance";
    const role = found.roles.at(-1) ?? null;
    if (isPointInTime(found.type)) {
      if (found.type !== "asset" || (role !== "non_cash" && role !== "investing")) return "other balance";
      if (role === "investing" && !isDepreciation(found)) return "asset";
      if (found.isChosen) this.#isPlain = false;
      return "accumulated";
    }
    if (!isDepreciation(found)) return role === null ? "other income" : "result";
    if (found.isChosen) this.#isPlain = false;
    return "charged";
  }
}

function isDepreciation({ type, levels }: AccountClass): boolean {
  return levels.some((level) =>
    ["accumulated", "accumulated_amortization", "depreciation"].includes(natureWithin(type, level) ?? ""),
  );
}
