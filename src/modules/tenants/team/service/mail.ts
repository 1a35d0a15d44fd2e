/**
 * Mails an invitation with its link, or gives the link to whoever invites where no mail is sent. The link's
 * token is only in the mail or the answer; its hash is stored. A mail that is sent twice carries the same
 * link; an invitation that is sent again has another expiry, and so another link.
 */
import { instantText } from "@daybook/words/civil-date";
import { emailKey } from "../../../../core/email.ts";
import { html } from "../../../../core/html.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../../platform/db/index.ts";
import { accessStore } from "../../access/index.ts";
import { readCompany } from "../../company/index.ts";
import { tokenHash } from "../../sign-in/index.ts";
import type { InvitationRow } from "../record.ts";
import { fullName } from "../rules.ts";
import { teamStore } from "../store.ts";
import { inviterName, isLapsed, isUnproven, tokenText } from "./accept.ts";
import type { TeamNeeds } from "./needs.ts";
import type { TakeTurn } from "./turn.ts";

type MailingNeeds = Pick<TeamNeeds, "now" | "openTokens" | "mail" | "signIn" | "linkAddress"> & {
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
  const tokenOf = await needs.openTokens();
  const message = await needs.takeTurn(companyId, async (tx) => {
    const saved = await teamStore.lockInvitation(tx, companyId, id);
    const made = await newLink(tx, needs, companyId, saved, tokenOf);
    if (made === null) return null;
    const { invitation, company, link } = made;
    return messageOf(invitation, { company, inviter: await inviterName(tx, companyId, invitation), link });
  });
  // No lock is held while waiting for the mail server.
  if (message !== null) await needs.mail.send(message, signal);
}

/**
 * Returns the link of an invitation, which replaces older ones, for whoever may send it to pass on. Null
 * where mail is sent, because a mailed link proves that its reader has the address; and null if the
 * invitation can't be accepted, if the link would set the password of a user who has access elsewhere, or if
 * the team of another company could have set the user's password.
 */
export async function makeLink(
  needs: MailingNeeds & Pick<TeamNeeds, "db">,
  companyId: PublicId<"company">,
  { id, email }: InvitationRow,
): Promise<string | null> {
  const { db, mail } = needs;
  if (mail.isSent || (await isUnproven(db, needs, companyId, email))) return null;
  const user = await accessStore.findUserByEmail(db, emailKey(email));
  if (user !== null && (await accessStore.isShownElsewhere(db, companyId, user.id))) return null;
  const tokenOf = await needs.openTokens();
  return needs.takeTurn(companyId, async (tx) => {
    const saved = await teamStore.lockInvitation(tx, companyId, id);
    return (await newLink(tx, needs, companyId, saved, tokenOf))?.link ?? null;
  });
}

/** Makes the link of an invitation; null if it can't be accepted now, or this deployment admits it not. */
async function newLink(
  tx: Tx,
  { now, signIn, linkAddress, mail }: Pick<MailingNeeds, "now" | "signIn" | "linkAddress" | "mail">,
  companyId: PublicId<"company">,
  invitation: InvitationRow | null,
  tokenOf: (text: string) => string,
) {
  if (invitation?.state !== "pending" || invitation.expires <= now() || signIn.isOutsider(invitation.email))
    return null;
  const { name, lifecycle } = await readCompany(tx, companyId);
  if (lifecycle !== "open" || (await isLapsed(tx, companyId, invitation))) return null;
  const token = tokenOf(tokenText(companyId, invitation, mail.isSent));
  await teamStore.setToken(tx, companyId, invitation.id, tokenHash(token));
  return { invitation, company: name, link: linkAddress(token) };
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
