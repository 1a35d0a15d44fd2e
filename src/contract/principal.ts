/** The caller of a request: the key's owner and company, as authentication found them. */
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
