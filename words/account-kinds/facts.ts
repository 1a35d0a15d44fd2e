/** What is known of an account: the facts that its books state, and evidence in words. */
import type { AccountType } from "../ledger-words.ts";
import type { AccountKind } from "./kinds.ts";
import type { Side } from "./natures.ts";

/** `asked`: nothing decides, or kinds of evidence disagree. */
export type Strength = "stated" | "agreed" | "asked";

/** One thing that is known of an account, in words, such as `the name "Checking"`. */
export interface Evidence {
  readonly kind: "statement" | "detail" | "name" | "level" | "number" | "side";
  readonly words: string;
}

/** What is known of an account. */
export interface AccountFacts {
  /** The names from the top, the account's own last, without a first level that is a type. */
  readonly levels: readonly string[];
  /** The class that a file, a first level or a user states. */
  readonly type?: AccountType | null;
  /** The kind that a type column states; the name may say more of it. */
  readonly kind?: AccountKind | null;
  /** The class on the balance sheet that the type column states. */
  readonly term?: "current" | "non_current" | null;
  /** The detail type, such as "Line of Credit". */
  readonly detail?: string | null;
  /** The side on which the books have the account; null where they don't show it. */
  readonly side?: Side | null;
  /** True if its amounts are turned by its class, so that a class on the wrong side unbalances the vouchers. */
  readonly isTurned?: boolean;
}
