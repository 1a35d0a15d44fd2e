/** The caller of a request: the key's or the session's user and a company, as authentication found them. */
import type { CompanyFor, Permissions, Right } from "@daybook/words/areas";
import type { Subscription } from "@daybook/words/company-words";
import type { PublicId } from "@daybook/words/public-id";

/** With the rights that the card of the operation requires. */
export interface Principal<R extends Right = never> {
  readonly companyId: CompanyFor<R>;
  readonly userId: PublicId<"user">;
  /** Null for a request of the web console, which comes with a session instead of a key. */
  readonly keyId: PublicId<"key"> | null;
  readonly permissions: Permissions;
  readonly features: ReadonlySet<string>;
  readonly subscription: Subscription;
}
