/**
 * Who is calling: what authentication learned of a key's owner and company, in the words that handlers use.
 */
import type { Permissions } from "../core/areas.ts";
import type { Subscription } from "../core/company-words.ts";
import type { PublicId } from "../core/public-id.ts";

export interface Principal {
  readonly companyId: PublicId<"company">;
  readonly userId: PublicId<"user">;
  readonly keyId: PublicId<"key">;
  readonly permissions: Permissions;
  readonly features: ReadonlySet<string>;
  readonly subscription: Subscription;
}
