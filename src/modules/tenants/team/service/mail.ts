/** Mails an invitation with a new link. The link's token is only in the mail; its hash is stored. */
import { instantText } from "../../../../core/civil-date.ts";
import { html } from "../../../../core/html.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import { readCompany } from "../../company/index.ts";
import { tokenHash } from "../../sign-in/index.ts";
import type { InvitationRow } from "../record.ts";
import { fullName } from "../rules.ts";
import { teamStore } from "../store.ts";
import { inviterName, isLapsed } from "./accept.ts";
import type { TeamNeeds } from "./needs.ts";
import type { TakeTurn } from "./turn.ts";

/** 160 random bits. Short enough for the link to fit on a line of mail. */
const TOKEN_CHARACTERS = 32;

type MailingNeeds = Pick<TeamNeeds, "now" | "randomText" | "mail" | "signIn" | "linkAddress"> & {
  readonly takeTurn: TakeTurn;
};

/**
 * Mails an invitation. Does nothing if the invitation does not exist, is no longer pending, has expired or
 * lapsed, if its company is closed, or if this deployment does not admit the address.
 */
export async function mailInvitation(
  needs: MailingNeeds,
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
      inviter: await inviterName(tx, companyId, invitation),
      link: linkAddress(token),
    });
  });
  // No lock is held while waiting for the mail server.
  if (message !== null) await mail.send(message, signal);
}

/** The longest name that is quoted in mail. */
const NAME_CHARACTERS = 60;

/**
 * Returns a name for use in mail, or null if the name is long or looks like a link. Otherwise an inviter
 * could send messages of their own to strangers in the service's name.
 */
function safeName(name: string): string | null {
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
  const joining = `join ${safeName(company) ?? "a company"} on Daybook`;
  const [from, greeted] = [inviter === null ? null : safeName(inviter), safeName(first_name.trim())];
  const what = from === null ? `You are invited to ${joining}` : `${from} invites you to ${joining}`;
  const hello = greeted === null ? "Hello," : `Hello ${greeted},`;
  const how = `Accept the invitation on this page, until ${instantText(expires)}:`;
  const otherwise =
    "The link is for you alone: do not pass it on. If you did not expect it, ignore this mail.";
  return {
    to: { name: safeName(fullName(first_name, last_name) ?? "") ?? "", address: email },
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
