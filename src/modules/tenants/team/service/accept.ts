/** The invited person's side of an invitation: reading the offer of a link, and accepting it. */
import type { UnixSeconds } from "@daybook/words/civil-date";
import { emailKey, isEmail } from "../../../../core/email.ts";
import { isName } from "@daybook/words/names";
import type { PublicId } from "@daybook/words/public-id";
import type { Queryable, Tx } from "../../../../platform/db/index.ts";
import { updateActor } from "../../../../platform/log/actor.ts";
import { accessStore, addMember, lockUser, type UserRow } from "../../access/index.ts";
import { companyStore } from "../../company/index.ts";
import {
  type UserRefusal,
  type InputProblem,
  type NewSession,
  type AttemptRefusal,
  tokenHash,
  type VerifiedUser,
} from "../../sign-in/index.ts";
import type { InvitationRow } from "../record.ts";
import { fullName, hasLapsed } from "../rules.ts";
import { teamStore } from "../store.ts";
import type { TeamNeeds } from "./needs.ts";
import type { TakeTurn } from "./turn.ts";

type Company = PublicId<"company">;
type ReadingNeeds = Pick<TeamNeeds, "db" | "now" | "openTokens" | "signIn">;
type AcceptingNeeds = ReadingNeeds & Pick<TeamNeeds, "ids"> & { readonly takeTurn: TakeTurn };

/** What the page of an invitation's link shows. */
export interface Offer {
  readonly company: string;
  /** The inviter's name; null if the inviter has no name or is unknown. */
  readonly inviter: string | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly expires: UnixSeconds;
  /** True if the invited person already has a password and must enter it. */
  readonly has_password: boolean;
}

/**
 * The input of the invited person. Names and the new password are used only for a user without a password.
 */
export interface Acceptance {
  readonly first_name: string;
  readonly last_name: string;
  readonly password: string;
  /** The network address of the request, under which attempts are counted. */
  readonly address: string;
}

/**
 * A session, or the reason why there is none: the invitation can't be accepted, the input was refused, or the
 * person is already on the team, may not sign in, or has a password that another company's team could have
 * set (`shown`).
 */
export type AcceptanceResult =
  | NewSession
  | AttemptRefusal
  | UserRefusal
  | InputProblem
  | { readonly refused: "unusable" | "on_team" | "shown" };

/** The offer of a token's invitation; null if it can't be accepted. */
export async function readOffer(needs: ReadingNeeds, token: string): Promise<Offer | null> {
  return (await findOffer(needs, token))?.offer ?? null;
}

async function findOffer(
  needs: ReadingNeeds,
  token: string,
): Promise<{ readonly companyId: Company; readonly isMailed: boolean; readonly offer: Offer } | null> {
  const { db, now, signIn } = needs;
  const hash = tokenHash(token);
  const [place] = await accessStore.findCompanies(db, [hash]);
  if (place === undefined) return null;
  const companyId = place.company;
  const found = ifUsable(await teamStore.findByToken(db, companyId, hash), now());
  const company = found && (await companyStore.find(db, companyId));
  if (!found || company?.lifecycle !== "open" || (await isLapsed(db, companyId, found))) return null;
  const { first_name, last_name, email, expires } = found;
  const tokenOf = await needs.openTokens();
  const isMailed = token === tokenOf(tokenText(companyId, found, true));
  if (signIn.isOutsider(email) || (!isMailed && (await isUnproven(db, needs, companyId, email)))) return null;
  const user = await accessStore.findUserByEmail(db, emailKey(email));
  const has_password = user !== null && (await signIn.hasPassword(db, user.id));
  const offer = {
    company: company.name,
    inviter: await inviterName(db, companyId, found),
    first_name,
    last_name,
    email,
    expires,
    has_password,
  };
  return { companyId, isMailed, offer };
}

/**
 * The text that the token of an invitation's link derives from. That of a mail is another one than that of a
 * link that was shown, so that a link that was shown proves no address after mail was set up either.
 */
export function tokenText(
  companyId: Company,
  { id, expires }: Pick<InvitationRow, "id" | "expires">,
  isMailed: boolean,
): string {
  return `${isMailed ? "mailed " : ""}invitation ${companyId} ${id} ${expires}`;
}

/**
 * True if a link that was shown to whoever invites must not set the password of its address: they would sign
 * in as a user who has access to another company and no password yet.
 */
export async function isUnproven(
  db: Queryable,
  { signIn }: Pick<ReadingNeeds, "signIn">,
  companyId: Company,
  email: string,
): Promise<boolean> {
  const user = await accessStore.findUserByEmail(db, emailKey(email));
  if (user === null || (await signIn.hasPassword(db, user.id))) return false;
  return (await accessStore.listMemberships(db, user.id)).some(({ company_id }) => company_id !== companyId);
}

/**
 * Accepts an invitation. A user with a password must enter it; any other person sets a first password. The
 * token of a mailed link proves that the person reads the mail of the invited address. A password that is set
 * with a link that was shown lets the person into no other company.
 */
export async function accept(
  needs: AcceptingNeeds,
  token: string,
  acceptance: Acceptance,
): Promise<AcceptanceResult> {
  const { signIn, takeTurn } = needs;
  const found = await findOffer(needs, token);
  if (found === null) return { refused: "unusable" };
  const { email, has_password } = found.offer;
  if (has_password) {
    const verified = await signIn.verify({
      email,
      password: acceptance.password,
      address: acceptance.address,
    });
    return "refused" in verified
      ? verified
      : takeTurn(found.companyId, (tx) => join(tx, needs, found.companyId, token, { verified }));
  }
  const { first_name, last_name } = acceptance;
  if (!isName(first_name) || !isName(last_name))
    return { problem: "A first and a last name are required, each on one line." };
  const prepared = await signIn.preparePassword(acceptance.password, email);
  if ("problem" in prepared) return prepared;
  return takeTurn(found.companyId, (tx) =>
    join(tx, needs, found.companyId, token, {
      names: { first_name: first_name.trim(), last_name: last_name.trim() },
      hash: prepared.hash,
      shownIn: found.isMailed ? null : found.companyId,
    }),
  );
}

/** The accepting person: a user whose password was verified, or a person who sets a first password. */
type Joining =
  | { readonly verified: VerifiedUser }
  | {
      readonly names: { readonly first_name: string; readonly last_name: string };
      readonly hash: string;
      readonly shownIn: Company | null;
    };

/**
 * Makes the person a member. The turn on the team keeps two acceptances from both finding that the person is
 * not a member yet.
 */
async function join(
  tx: Tx,
  { ids, now, signIn }: AcceptingNeeds,
  companyId: Company,
  token: string,
  joining: Joining,
): Promise<AcceptanceResult> {
  const at = now();
  // The invitation is read again: it may have been accepted, revoked or mailed again before the turn came.
  const found = ifUsable(await teamStore.findByToken(tx, companyId, tokenHash(token)), at);
  const company = found && (await companyStore.find(tx, companyId));
  if (!found || company?.lifecycle !== "open") return { refused: "unusable" };
  const names = "names" in joining ? joining.names : { first_name: null, last_name: null };
  // The person may accept invitations of two companies at once. The lock lets one acceptance create the user
  // and set the password; the other then finds the password.
  const user = await lockUser(tx, { ids, now }, { email: found.email, ...names });
  if (!user.active) return { refused: "deactivated" };
  updateActor({ company_id: companyId, by: user.id });
  const refused = await passwordRefusal(tx, signIn, companyId, user, joining);
  if (refused !== null) return { refused };
  const teammate = await accessStore.lockMember(tx, companyId, user.id);
  if (teammate?.removed_at === null) return { refused: "on_team" };
  // The lock keeps the inviter's access from changing until the transaction ends.
  if (found.invited_by !== null) await accessStore.lockMember(tx, companyId, found.invited_by);
  if (await isLapsed(tx, companyId, found)) return { refused: "unusable" };
  const member = await addMember(tx, { ids, now }, companyId, {
    ...user,
    permissions: found.permissions,
  });
  if ("names" in joining) {
    await accessStore.putUser(tx, { ...user, ...joining.names });
    await signIn.setPassword(tx, user.id, joining.hash, joining.shownIn);
  }
  await teamStore.putInvitation(tx, companyId, {
    ...found,
    state: "accepted",
    accepted_at: at,
    accepted_by: member.id,
    revision: found.revision + 1,
  });
  return signIn.openSession(tx, user.id);
}

/** Why the locked user can't join with the password as it is now; null if the user can. */
async function passwordRefusal(
  tx: Tx,
  signIn: TeamNeeds["signIn"],
  companyId: Company,
  { id, email }: UserRow,
  joining: Joining,
): Promise<"unusable" | "shown" | null> {
  if ("verified" in joining) {
    if (!(await signIn.isCurrent(tx, joining.verified))) return "unusable";
  } else {
    // Whoever has a password by now must enter it.
    if (await signIn.hasPassword(tx, id)) return "unusable";
    if (joining.shownIn !== null && (await isUnproven(tx, { signIn }, companyId, email))) return "unusable";
  }
  return (await accessStore.isShownElsewhere(tx, companyId, id)) ? "shown" : null;
}

/** Returns an invitation only if it is pending, has not expired and has a valid address. */
function ifUsable(found: InvitationRow | null, now: UnixSeconds): InvitationRow | null {
  // Addresses that can be confused with another address are invalid: the reader of the mail could join as
  // another person.
  return found?.state === "pending" && now < found.expires && isEmail(found.email) ? found : null;
}

/** Reads the present team and returns true if an invitation has lapsed. */
export async function isLapsed(
  db: Queryable,
  companyId: Company,
  invitation: InvitationRow,
): Promise<boolean> {
  const members = await accessStore.listMembers(db, companyId);
  const key = emailKey(invitation.email);
  const [inviter, invited] = [
    members.find(({ id }) => id === invitation.invited_by),
    members.find(({ email }) => email === key),
  ];
  return hasLapsed(invitation, inviter, invited);
}

/** The name of the member who made an invitation; null if the member has no name or is unknown. */
export async function inviterName(
  db: Queryable,
  companyId: Company,
  { invited_by }: InvitationRow,
): Promise<string | null> {
  const members = invited_by === null ? [] : await accessStore.listMembers(db, companyId);
  const inviter = members.find(({ id }) => id === invited_by);
  return inviter === undefined ? null : fullName(inviter.first_name, inviter.last_name);
}
