/** The dependencies of the team's use cases. */
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import type { Db, Tx } from "../../../../platform/db/index.ts";
import type { Mail } from "../../../../platform/mail/index.ts";
import type { Ids } from "../../../../platform/random/random.ts";
import type { SignInService } from "../../sign-in/index.ts";
import type { InvitationRow } from "../record.ts";

export interface TeamNeeds {
  readonly db: Db;
  readonly ids: Ids;
  readonly now: () => UnixSeconds;
  /** Returns a function that gives the token of a text: always the same, which nobody else can derive. */
  readonly openTokens: () => Promise<(text: string) => string>;
  readonly signIn: SignInService;
  readonly mail: Mail;
  /** Queues the mail of an invitation, within the transaction that creates or extends the invitation. */
  readonly queueMail: (
    tx: Tx,
    companyId: PublicId<"company">,
    invitation: InvitationRow["id"],
  ) => Promise<void>;
  /** Returns the URL of the page on which the invitation of a token is accepted. */
  readonly linkAddress: (token: string) => string;
}
