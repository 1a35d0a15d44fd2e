/**
 * The link with which the owner of a fresh installation sets a first password. Invariant: it is made only for
 * a screen, because whoever reads it where the output is kept could take the account over.
 */
import { accessTemplate } from "@daybook/words/areas";
import type { PublicId } from "@daybook/words/public-id";
import type { CommandServices } from "./services.ts";
import type { Terminal } from "./terminal.ts";

/** An owner without a password. */
export interface NewOwner {
  readonly email: string;
  /** A link that sets the password once; null where the output may be kept, such as in a log. */
  readonly link: string | null;
}

/**
 * Returns the owner of a company, its first active member who may do everything, if that user never set a
 * password; else null. The link replaces an older one.
 */
export async function findNewOwner(
  { access, db, signIn }: Pick<CommandServices, "access" | "db" | "signIn">,
  companyId: PublicId<"company">,
  { onScreen }: Pick<Terminal, "onScreen">,
): Promise<NewOwner | null> {
  const owner = (await access.listMembers(companyId)).find(
    ({ active, removed_at, permissions }) =>
      active && removed_at === null && accessTemplate(permissions) === "admin",
  );
  if (!owner || signIn.isOutsider(owner.email) || (await signIn.hasPassword(db, owner.user_id))) return null;
  return { email: owner.email, link: onScreen ? (await signIn.makeLink(owner.user_id)).link : null };
}
