/**
 * Use cases on signing in to the web console. Invariants:
 *
 * - An attempt is counted before its password is compared, so that simultaneous attempts can't exceed the
 *   limit.
 * - Neither the text nor the duration of a response reveals if an e-mail address belongs to a user.
 * - Setting a password ends every session and link of the user.
 */
import { present } from "@daybook/words/assert";
import { type UnixSeconds, unixSeconds } from "@daybook/words/civil-date";
import { EMAIL_CHARACTERS, emailKey, isEmail } from "../../../core/email.ts";
import { refuse } from "../../../core/errors.ts";
import { html } from "../../../core/html.ts";
import { LIMITS } from "@daybook/words/limits";
import { isName } from "@daybook/words/names";
import type { PublicId } from "@daybook/words/public-id";
import type { Db, Queryable, Tx } from "../../../platform/db/index.ts";
import type { Mail } from "../../../platform/mail/index.ts";
import type { Passwords } from "../../../platform/passwords/passwords.ts";
import {
  accessStore,
  type MembershipRow,
  stagingRefusal,
  subscriptionRefusal,
  type UserRow,
} from "../access/index.ts";
import {
  type AttemptCounter,
  browserName,
  countersOf,
  linkEnd,
  normalPassword,
  passwordProblem,
  sessionEnd,
  type AttemptKind,
  tokenHash,
  windowEnd,
} from "./rules.ts";
import { type SessionRow, signInStore } from "./store.ts";

type User = PublicId<"user">;
type Company = PublicId<"company">;

export interface SignInNeeds {
  readonly db: Db;
  readonly now: () => UnixSeconds;
  readonly randomText: (length: number) => string;
  /** Returns a function that gives the token of a text: always the same, which nobody else can derive. */
  readonly openTokens: () => Promise<(text: string) => string>;
  readonly passwords: Passwords;
  /** On a staging deployment, the only domain whose users may sign in. */
  readonly stagingDomain: string | null;
  readonly mail: Mail;
  /** Queues the job that mails a link with which the user of an address sets a new password. */
  readonly queueLinkMail: (tx: Tx, email: string) => Promise<void>;
  /** Returns the URL of the page on which a link's token sets a password. */
  readonly linkAddress: (token: string) => string;
  /** Returns the URL of the page of the first visit. */
  readonly welcomeAddress: (token: string) => string;
}

/** An attempt to sign in. */
export interface Attempt {
  readonly email: string;
  readonly password: string;
  /** The network address that the attempt came from. */
  readonly address: string;
}

/**
 * The reason why an attempt was refused: a wrong e-mail address or password, or too many attempts. `until` is
 * when the next attempt is allowed.
 */
export type AttemptRefusal =
  | { readonly refused: "wrong" }
  | { readonly refused: "too_many"; readonly until: UnixSeconds };

/**
 * The reason why a user with the right password was refused: the user is deactivated, or the staging
 * deployment does not admit the user's address.
 */
export interface UserRefusal {
  readonly refused: "deactivated" | "staging";
}

/** The reason why a sign-in was refused. */
export type SignInRefusal = AttemptRefusal | UserRefusal;

/** A user who gave the right password, and the stored hash that the password was compared with. */
export interface VerifiedUser {
  readonly user: UserRow;
  readonly passwordHash: string;
  /** The company whose team could see the link that set the password; null if there is none. */
  readonly shownIn: Company | null;
}

/** A new session's token. Only its hash is stored. */
export interface NewSession {
  readonly session: string;
}

/** A sentence for the user that says why the input was refused, such as a password that is too short. */
export interface InputProblem {
  readonly problem: string;
}

/** A link with which a user sets a new password. Only the hash of its token is stored. */
export interface Link {
  readonly user: UserRow;
  readonly link: string;
  readonly expires: UnixSeconds;
}

interface UserCompany extends MembershipRow {
  /** True if requests for the company are refused until it has a subscription. */
  readonly subscription_required: boolean;
}

export interface SignInService {
  /** False if the installation has no mail server. */
  readonly sendsMail: boolean;
  /** Counts an attempt, then compares the password. */
  verify(attempt: Attempt): Promise<SignInRefusal | VerifiedUser>;
  /**
   * True if the user's password has not changed since it was compared. Locks the password until the
   * transaction ends.
   */
  isCurrent(tx: Tx, verified: VerifiedUser): Promise<boolean>;
  /** Verifies an attempt and begins a session. */
  signIn(attempt: Attempt): Promise<SignInRefusal | NewSession>;
  /** True if this deployment does not admit users with the e-mail address. */
  isOutsider(email: string): boolean;
  /**
   * The user of a session's token; null if the session has ended or the user may not sign in any more. Writes
   * down that the session was seen, with the browser of the header `User-Agent` if it is given.
   */
  userOf(session: string, agent?: string): Promise<UserRow | null>;
  /** The sessions of a user; `session` is the token of the one that asks. */
  listSessions(user: User, session: string): Promise<SessionRow[]>;
  /** Ends a session of a user, given by its id. Throws the refusal `resource_missing`. */
  endSession(user: User, id: string): Promise<void>;
  /** Ends all sessions of a user but the one with the token. Returns how many ended. */
  endOtherSessions(user: User, session: string): Promise<number>;
  signOut(session: string): Promise<void>;
  /** Gives a user another name. Throws a refusal for a name that is not one line of text. */
  changeName(user: User, first_name: string, last_name: string): Promise<void>;
  /** A user, and the companies that the user is a member of. */
  readUser(user: User): Promise<{ readonly user: UserRow; readonly companies: readonly UserCompany[] }>;
  /** Begins a session within the caller's transaction. */
  openSession(tx: Tx, user: User): Promise<NewSession>;
  hasPassword(db: Queryable, user: User): Promise<boolean>;
  /**
   * Hashes a new password, or returns the reason why the password is refused. Too slow for use within a
   * transaction.
   */
  preparePassword(password: string, email: string): Promise<{ readonly hash: string } | InputProblem>;
  /**
   * Stores a hash from `preparePassword` within the caller's transaction. Ends all sessions of the user.
   * `shownIn` is the company whose team could see the link that sets the password; null if only the user or
   * an operator could.
   */
  setPassword(tx: Tx, user: User, hash: string, shownIn: Company | null): Promise<void>;
  /** Changes the password of a signed-in user, who must give the current password. Begins a new session. */
  changePassword(
    user: UserRow,
    passwords: { readonly current: string; readonly next: string },
    address: string,
  ): Promise<SignInRefusal | InputProblem | NewSession>;
  /**
   * Queues a mail with a password link. The result does not reveal if the address belongs to a user. Counts
   * as an attempt; `wrong` means an invalid address.
   */
  requestLink(email: string, address: string): Promise<AttemptRefusal | null>;
  /**
   * Creates a password link for a user, given by id or e-mail address. It replaces an older link. Throws the
   * refusal `resource_missing`.
   */
  makeLink(user: string): Promise<Link>;
  /**
   * Makes the link of the first visit of an installation, which replaces an older one; null if somebody has a
   * password.
   */
  makeFirstVisit(): Promise<string | null>;
  /** True if a token is that of the link, which is good as long as nobody has a password. */
  isFirstVisit(token: string): Promise<boolean>;
  /** Uses up the link within the caller's transaction. Returns false if it is no longer good. */
  endFirstVisit(tx: Tx, token: string): Promise<boolean>;
  /**
   * Creates a password link and mails it, if the address belongs to a user who may sign in. The same
   * `request` makes the same link.
   */
  mailLink(email: string, request: string, signal: AbortSignal): Promise<void>;
  /** The user whose password a link sets; null if the link is no longer valid. */
  userOfLink(token: string): Promise<UserRow | null>;
  /**
   * Sets a new password with a link, which can be used only once, and begins a session. Returns null if the
   * link is no longer valid.
   */
  useLink(token: string, password: string): Promise<InputProblem | NewSession | null>;
}

const WRONG = { refused: "wrong" } as const;

/** The token of a link that a request mails. It depends on the password, so that a used link is not made again. */
async function mailedToken(
  { openTokens }: SignInNeeds,
  { id, hash }: { readonly id: string; readonly hash: string | null },
  request: string,
): Promise<string> {
  return (await openTokens())(`password ${id} ${request} ${hash ?? ""}`);
}

/** 160 random bits. Short enough for the link to fit on a line of mail. */
const TOKEN_CHARACTERS = 32;

export function signInService(needs: SignInNeeds): SignInService {
  const { db, now, randomText, passwords, stagingDomain, mail, queueLinkMail, linkAddress } = needs;
  const isOutsider = (email: string) => stagingRefusal({ email: emailKey(email) }, stagingDomain) !== null;
  const userRefusal = ({ active, email }: UserRow): UserRefusal | null =>
    active ? (isOutsider(email) ? { refused: "staging" } : null) : { refused: "deactivated" };
  const ifAdmitted = <U extends UserRow>(one: U | null) => (one && userRefusal(one) === null ? one : null);

  /**
   * Counts an attempt, and refuses it if a limit is exceeded. An attempt above a limit of the network address
   * is not counted for the e-mail address.
   */
  async function countAttempt(email: string, address: string, kind: AttemptKind = "password") {
    const { byAddress, byEmail } = countersOf(email, address, kind);
    await signInStore.deleteEndedAttempts(db, now());
    return (await countIn(byAddress)) ?? countIn([byEmail]);
  }

  /** Adds one to each counter. Refuses the attempt if one of the counters is above its limit. */
  async function countIn(counters: readonly AttemptCounter[]): Promise<AttemptRefusal | null> {
    const names = counters.map(({ name }) => name);
    const counts = await signInStore.countAttempts(db, names, windowEnd(now()), now());
    const exceeded = counts.filter(({ name, attempts }) =>
      counters.some((each) => each.name === name && attempts > each.most),
    );
    return exceeded.length === 0
      ? null
      : { refused: "too_many", until: unixSeconds(Math.max(...exceeded.map(({ ends }) => ends))) };
  }

  async function verify({ email, password, address }: Attempt): Promise<SignInRefusal | VerifiedUser> {
    // Checked first, because a text of any length may have been sent.
    if (isTooLong(email)) return WRONG;
    const tooMany = await countAttempt(email, address);
    if (tooMany !== null) return tooMany;
    const user = await signInStore.findByEmail(db, emailKey(email));
    const matches = await passwords.matches(user?.hash ?? null, normalPassword(password));
    if (!matches || !user?.hash) return WRONG;
    // Only a visitor with the right password learns the reason.
    const refusal = userRefusal(user);
    if (refusal !== null) return refusal;
    await signInStore.deleteAttempts(db, countersOf(email, address, "password").pair.name);
    return { user, passwordHash: user.hash, shownIn: user.shown_in };
  }

  async function isCurrent(tx: Tx, { user, passwordHash }: VerifiedUser): Promise<boolean> {
    return (await signInStore.lockPassword(tx, user.id)) === passwordHash;
  }

  async function openSession(tx: Tx, user: User): Promise<NewSession> {
    const session = randomText(TOKEN_CHARACTERS);
    await signInStore.deleteEndedSessions(tx, now());
    await signInStore.insertSession(tx, tokenHash(session), user, now(), sessionEnd(now()));
    return { session };
  }

  async function preparePassword(password: string, email: string): Promise<{ hash: string } | InputProblem> {
    const problem = passwordProblem(password, email);
    return problem === null ? { hash: await passwords.hash(normalPassword(password)) } : { problem };
  }

  async function setPassword(tx: Tx, user: User, hash: string, shownIn: Company | null): Promise<void> {
    await signInStore.putPassword(tx, user, hash, shownIn, now());
    await signInStore.deleteSessions(tx, user);
    await signInStore.deleteLinks(tx, user);
  }

  async function createLink(user: UserRow, token = randomText(TOKEN_CHARACTERS)): Promise<Link> {
    const expires = linkEnd(now());
    await signInStore.putLink(db, user.id, tokenHash(token), expires);
    return { user, link: linkAddress(token), expires };
  }

  return {
    verify,
    isOutsider,
    isCurrent,
    openSession,
    preparePassword,
    setPassword,
    async signIn(attempt) {
      const match = await verify(attempt);
      if ("refused" in match) return match;
      return db.transaction(async (tx) =>
        (await isCurrent(tx, match)) ? openSession(tx, match.user.id) : WRONG,
      );
    },
    async changePassword(user, { current, next }, address) {
      const verified = await verify({ email: user.email, password: current, address });
      if ("refused" in verified) return verified;
      const prepared = await preparePassword(next, user.email);
      if ("problem" in prepared) return prepared;
      return db.transaction(async (tx) => {
        if (!(await isCurrent(tx, verified))) return WRONG;
        await setPassword(tx, user.id, prepared.hash, verified.shownIn);
        return openSession(tx, user.id);
      });
    },
    async requestLink(entered, address) {
      if (isTooLong(entered)) return WRONG;
      const email = emailKey(entered);
      const tooMany = await countAttempt(email, address, "link");
      if (tooMany !== null) return tooMany;
      if (!isEmail(email)) return WRONG;
      await db.transaction((tx) => queueLinkMail(tx, email));
      return null;
    },
    async makeLink(idOrEmail) {
      const user = await (idOrEmail.includes("@")
        ? accessStore.findUserByEmail(db, emailKey(idOrEmail))
        : accessStore.findUser(db, idOrEmail as User));
      if (user?.active !== true)
        throw refuse("resource_missing", { param: "user", message: `There is no active user ${idOrEmail}.` });
      return createLink(user);
    },
    ...usersSessions(needs, ifAdmitted),
    ...firstVisitLinks(needs),
    async mailLink(email, request, signal) {
      const user = ifAdmitted(await signInStore.findByEmail(db, email));
      if (user === null) return;
      const { link } = await createLink(user, await mailedToken(needs, user, request));
      await mail.send(linkMessage(user, link), signal);
    },
    userOfLink: async (token) => ifAdmitted(await signInStore.findLinkUser(db, tokenHash(token), now())),
    async useLink(token, password) {
      const user = ifAdmitted(await signInStore.findLinkUser(db, tokenHash(token), now()));
      if (user === null) return null;
      const prepared = await preparePassword(password, user.email);
      if ("problem" in prepared) return prepared;
      return db.transaction(async (tx) => {
        // Of two simultaneous uses of a link, only the one that deletes the link succeeds.
        if ((await signInStore.deleteLink(tx, tokenHash(token), now())) === 0) return null;
        await setPassword(tx, user.id, prepared.hash, null);
        return openSession(tx, user.id);
      });
    },
  };
}

/** The sessions of a user: whom each belongs to, and what the user sees of them and ends. */
function usersSessions(
  { db, now }: SignInNeeds,
  ifAdmitted: (user: UserRow) => UserRow | null,
): Pick<SignInService, "userOf" | "listSessions" | "endSession" | "endOtherSessions" | "signOut"> {
  return {
    async userOf(session, agent) {
      const hash = tokenHash(session);
      const found = await signInStore.findSessionUser(db, hash, now());
      if (found === null) return null;
      const { seen, browser, ...user } = found;
      await noteSession(db, { hash, seen, browser }, now(), agent);
      return ifAdmitted(user);
    },
    async signOut(session) {
      await signInStore.deleteSession(db, tokenHash(session));
    },
    listSessions: (user, session) => signInStore.listSessions(db, user, tokenHash(session), now()),
    async endSession(user, id) {
      if ((await signInStore.deleteSessionById(db, user, id)) === 0)
        throw refuse("resource_missing", { param: "id", message: "This session has ended already." });
    },
    endOtherSessions: (user, session) => signInStore.deleteOtherSessions(db, user, tokenHash(session)),
  };
}

/** The link of the first visit, and what a session shows of its user. */
function firstVisitLinks({
  db,
  mail,
  now,
  randomText,
  welcomeAddress,
}: SignInNeeds): Pick<
  SignInService,
  | "makeFirstVisit"
  | "isFirstVisit"
  | "endFirstVisit"
  | "readUser"
  | "changeName"
  | "hasPassword"
  | "sendsMail"
> {
  return {
    async changeName(id, first_name, last_name) {
      for (const [param, name] of Object.entries({ first_name, last_name }))
        if (!isName(name)) throw refuse("invalid_request", { param, message: "A name is one line of text." });
      await accessStore.updateUserName(db, id, first_name.trim(), last_name.trim());
    },
    sendsMail: mail.isSent,
    hasPassword: signInStore.hasPassword,
    readUser: async (id) => ({
      user: present(await accessStore.findUser(db, id), "a session without a user"),
      companies: (await accessStore.listMemberships(db, id)).map((company) => ({
        ...company,
        subscription_required: subscriptionRefusal(company, now()) !== null,
      })),
    }),
    async makeFirstVisit() {
      const token = randomText(TOKEN_CHARACTERS);
      const made = await signInStore.putFirstVisit(db, tokenHash(token), linkEnd(now()));
      return made === 0 ? null : welcomeAddress(token);
    },
    isFirstVisit: (token) => signInStore.isFirstVisit(db, tokenHash(token), now()),
    endFirstVisit: async (tx, token) => (await signInStore.deleteFirstVisit(tx, tokenHash(token), now())) > 0,
  };
}

const SEEN_S = LIMITS.session_seen_minutes.value * 60;

/** Writes when a session was seen, if that is due. A database that takes no changes keeps nobody out. */
async function noteSession(
  db: Db,
  { hash, seen, browser }: { readonly hash: Buffer } & Pick<SessionRow, "seen" | "browser">,
  now: UnixSeconds,
  agent: string | undefined,
): Promise<void> {
  const named = agent === undefined ? null : browserName(agent);
  if (seen !== null && now - seen < SEEN_S && (browser !== null || named === null)) return;
  await signInStore.noteSession(db, hash, now, named).catch(() => null);
}

/** True if a text is longer than any e-mail address. A character may count twice in JavaScript's `length`. */
function isTooLong(email: string): boolean {
  return email.length > 2 * EMAIL_CHARACTERS;
}

function linkMessage({ email, first_name, last_name }: UserRow, link: string) {
  const minutes = LIMITS.password_link_minutes.value;
  const what = `A new password for ${email} on Daybook was requested, probably by you. Set it within ${minutes} minutes on this page:`;
  const otherwise = "If it was not you, ignore this mail: your password stays unchanged.";
  return {
    to: { name: [first_name, last_name].filter((part) => part !== null).join(" "), address: email },
    subject: "Your Daybook password",
    text: `${what}\n\n${link}\n\n${otherwise}\n`,
    html: html`<!doctype html><html lang="en"><body><p>${what}</p><p><a href="${link}">Set a new password</a></p><p>${otherwise}</p></body></html>`
      .html,
  };
}
