/** The services that the team's use cases need. */
import type { UnixSeconds } from "../../../../core/civil-date.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import type { Db, Tx } from "../../../../platform/db/index.ts";
import type { Mail } from "../../../../platform/mail/index.ts";
import type { Ids } from "../../../../platform/random/random.ts";
import type { SignInService } from "../../sign-in/index.ts";
import type { InvitationRow } from "../record.ts";

export interface TeamNeeds {
  readonly db: Db;
  readonly ids: Ids;
  readonly now: () => UnixSeconds;
  readonly randomText: (length: number) => string;
  readonly signIn: SignInService;
  readonly mail: Mail;
  /** Asks, in the transaction that makes or extends an invitation, for its mail. */
  readonly askForMail: (
    tx: Tx,
    companyId: PublicId<"company">,
    invitation: InvitationRow["id"],
  ) => Promise<void>;
  /** The page on which the invitation of a token is accepted. */
  readonly linkAddress: (token: string) => string;
}
