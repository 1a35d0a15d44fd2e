/** The mail of an invitation. Its link's token is made here, is in the mail only, and is kept as a hash. */
import { instantText } from "../../../../core/civil-date.ts";
import { html } from "../../../../core/html.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import { readCompany } from "../../company/index.ts";
import { tokenHash } from "../../sign-in/index.ts";
import type { InvitationRow } from "../record.ts";
import { fullName } from "../rules.ts";
import { teamStore } from "../store.ts";
import { inviterOf, isLapsed } from "./accept.ts";
import type { TeamNeeds } from "./needs.ts";
import type { TakeTurn } from "./turn.ts";

/** 160 random bits; a line of mail has room for the link. */
const TOKEN_CHARACTERS = 32;

type Mailing = Pick<TeamNeeds, "now" | "randomText" | "mail" | "signIn" | "linkAddress"> & {
  readonly takeTurn: TakeTurn;
};

/**
 * Sends the mail, unless the invitation is deleted, no longer pending or expired, its company is closed, or
 * it can't be accepted.
 */
export async function mailInvitation(
  needs: Mailing,
  companyId: PublicId<"company">,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const { now, randomText, mail, signIn, linkAddress, takeTurn } = needs;
  const token = randomText(TOKEN_CHARACTERS);
  const message = await takeTurn(companyId, async (tx) => {
    const invitation = await teamStore.lockInvitation(tx, companyId, id);
    if (invitation?.state !== "pending" || invitation.expires <= now() || signIn.isOutsider(invitation.email))
      return null;
    const { name, lifecycle } = await readCompany(tx, companyId);
    if (lifecycle !== "open" || (await isLapsed(tx, companyId, invitation))) return null;
    await teamStore.setToken(tx, companyId, id, tokenHash(token));
    return messageOf(invitation, {
      company: name,
      inviter: await inviterOf(tx, companyId, invitation),
      link: linkAddress(token),
    });
  });
  // No lock is held while waiting for the mail server.
  if (message !== null) await mail.send(message, signal);
}

/** As long as a name is that mail repeats. */
const NAME_CHARACTERS = 60;

/**
 * A name for use in mail; null if it is long or looks like a link, because inviters could otherwise send
 * messages to strangers in the service's name.
 */
function safely(name: string): string | null {
  return name.length > NAME_CHARACTERS || /[/\\@]|www[.]/i.test(name) ? null : name;
}

interface Parties {
  readonly company: string;
  readonly inviter: string | null;
  readonly link: string;
}

function messageOf(
  { first_name, last_name, email, expires }: InvitationRow,
  { company, inviter, link }: Parties,
) {
  const joining = `join ${safely(company) ?? "a company"} on Daybook`;
  const [from, greeted] = [inviter === null ? null : safely(inviter), safely(first_name.trim())];
  const what = from === null ? `You are invited to ${joining}` : `${from} invites you to ${joining}`;
  const hello = greeted === null ? "Hello," : `Hello ${greeted},`;
  const how = `Accept the invitation on this page, until ${instantText(expires)}:`;
  const otherwise =
    "The link is for you alone: do not pass it on. If you did not expect it, ignore this mail.";
  return {
    to: { name: safely(fullName(first_name, last_name) ?? "") ?? "", address: email },
    subject: what,
    text: `${hello}\n\n${what}, where its books are kept.\n${how}\n\n${link}\n\n${otherwise}\n`,
    html: html`<!doctype html>
<html lang="en"><body>
<p>${hello}</p>
<p>${what}, where its books are kept. ${how}</p>
<p><a href="${link}">Accept the invitation</a></p>
<p>${otherwise}</p>
</body></html>
`.html,
  };
}
