/**
 * Use cases on signing in. Invariants: an attempt is counted before its password is compared, so that no
 * number of them at once gets past the limit; whether an address is known shows neither in words nor in time;
 * a new password ends every session and link of its user.
 */
import { type UnixSeconds, unixSeconds } from "../../../core/civil-date.ts";
import { EMAIL_CHARACTERS, emailKey, isEmail } from "../../../core/email.ts";
import { refuse } from "../../../core/errors.ts";
import { html } from "../../../core/html.ts";
import { LIMITS } from "../../../core/limits.ts";
import type { PublicId } from "../../../core/public-id.ts";
import type { Db, Queryable, Tx } from "../../../platform/db/index.ts";
import type { Mail } from "../../../platform/mail/index.ts";
import type { Passwords } from "../../../platform/passwords/passwords.ts";
import { accessStore, stagingRefusal, type UserRow } from "../access/index.ts";
import {
  type Counted,
  countedAs,
  linkEnd,
  normalPassword,
  passwordProblem,
  sessionEnd,
  type Tried,
  tokenHash,
  windowEnd,
} from "./rules.ts";
import { signInStore } from "./store.ts";

type User = PublicId<"user">;

export interface SignInNeeds {
  readonly db: Db;
  readonly now: () => UnixSeconds;
  readonly randomText: (length: number) => string;
  readonly passwords: Passwords;
  /** On a staging deployment, the only domain whose users may sign in. */
  readonly stagingDomain: string | null;
  readonly mail: Mail;
  /** Asks for a mail with a link that sets the password of an address. */
  readonly askForLink: (tx: Tx, email: string) => Promise<void>;
  /** The page of a link. */
  readonly linkAddress: (token: string) => string;
}

/** An attempt: the e-mail address and the network address. */
export interface Attempt {
  readonly email: string;
  readonly password: string;
  readonly address: string;
}

/**
 * The reason for a refused sign-in: a wrong e-mail address or password, or too many attempts until a time.
 */
export type Shut =
  | { readonly refused: "wrong" }
  | { readonly refused: "too_many"; readonly until: UnixSeconds };

/**
 * The reason for refusing a user with the right password: the user is deactivated, or the staging deployment
 * is for others.
 */
export interface Barred {
  readonly refused: "deactivated" | "staging";
}

/** A user whose password was right, and the stored password that it was compared with. */
export interface VerifiedUser {
  readonly user: UserRow;
  readonly kept: string;
}

/** A new session; its token is shown only here. */
export interface Opened {
  readonly session: string;
}

/** Why a password is not set, in words. */
export interface NotSet {
  readonly problem: string;
}

/** A link that sets a user's password; shown only here. */
export interface Link {
  readonly user: UserRow;
  readonly link: string;
  readonly expires: UnixSeconds;
}

export interface SignInService {
  /** Counts an attempt and compares its password. */
  check(attempt: Attempt): Promise<Shut | Barred | VerifiedUser>;
  /** True if the compared password is still the user's. Locks it until the transaction ends. */
  holds(tx: Tx, known: VerifiedUser): Promise<boolean>;
  /** Counts and compares, and begins a session. */
  signIn(attempt: Attempt): Promise<Shut | Barred | Opened>;
  /** True if this deployment refuses the owner of an address. */
  isOutsider(email: string): boolean;
  /** The user of a session's token; null if the session has ended or the user is deactivated. */
  userOf(session: string): Promise<UserRow | null>;
  signOut(session: string): Promise<void>;
  /** Begins a session inside a transaction of the caller's. */
  open(tx: Tx, user: User): Promise<Opened>;
  hasPassword(db: Queryable, user: User): Promise<boolean>;
  /**
   * Hashes a new password, or returns the reason why it is refused. Slow, so not for use inside a
   * transaction.
   */
  prepare(password: string, email: string): Promise<{ readonly hash: string } | NotSet>;
  /** Sets what `prepare` gave, inside a transaction of the caller's. */
  set(tx: Tx, user: User, hash: string): Promise<void>;
  /** Changes the password of a signed-in user who gives the current one, and begins a new session. */
  change(
    user: UserRow,
    passwords: { readonly current: string; readonly next: string },
    address: string,
  ): Promise<Shut | Barred | NotSet | Opened>;
  /**
   * Requests a mail with a link. The result does not reveal if the address belongs to a user. Counts as an
   * attempt; `wrong` means an invalid address.
   */
  forgot(email: string, address: string): Promise<Shut | null>;
  /** Makes a link of a user, found by id or address, in place of an older one. Refuses `resource_missing`. */
  makeLink(user: string): Promise<Link>;
  /** Makes one for an address and mails it, if a user has it who may enter. */
  mailLink(email: string, signal: AbortSignal): Promise<void>;
  /** The user whose password a link sets; null if the link is no longer valid. */
  userOfLink(token: string): Promise<UserRow | null>;
  /**
   * Sets the password that a link is for, which uses it up, and begins a session; null when it can't any
   * more.
   */
  useLink(token: string, password: string): Promise<NotSet | Opened | null>;
}

const WRONG = { refused: "wrong" } as const;

/** 160 random bits; a line of mail has room for the link. */
const TOKEN_CHARACTERS = 32;

export function signInService(needs: SignInNeeds): SignInService {
  const { db, now, randomText, passwords, stagingDomain, mail, askForLink, linkAddress } = needs;
  const isOutsider = (email: string): boolean =>
    stagingRefusal({ email: emailKey(email) }, stagingDomain) !== null;
  const barred = ({ active, email }: UserRow): Barred | null =>
    active ? (isOutsider(email) ? { refused: "staging" } : null) : { refused: "deactivated" };
  const entering = (user: UserRow | null): UserRow | null =>
    user !== null && barred(user) === null ? user : null;

  /**
   * Counts an attempt; gives why it is one too many, or null. What its own address has too many of is not
   * counted for the e-mail.
   */
  async function counted(email: string, address: string, what: Tried = "password"): Promise<Shut | null> {
    const { here, anywhere } = countedAs(email, address, what);
    await signInStore.deleteEndedAttempts(db, now());
    return (await overIn(here)) ?? overIn([anywhere]);
  }

  async function overIn(counts: readonly Counted[]): Promise<Shut | null> {
    const names = counts.map(({ name }) => name);
    const made = await signInStore.countAttempts(db, names, windowEnd(now()), now());
    const over = made.filter(({ name, attempts }) =>
      counts.some((each) => each.name === name && attempts > each.most),
    );
    return over.length === 0
      ? null
      : { refused: "too_many", until: unixSeconds(Math.max(...over.map(({ ends }) => ends))) };
  }

  async function check({ email, password, address }: Attempt): Promise<Shut | Barred | VerifiedUser> {
    // Checked first, because the length of the text is still unknown.
    if (isTooLong(email)) return WRONG;
    const shut = await counted(email, address);
    if (shut !== null) return shut;
    const known = await signInStore.findByEmail(db, emailKey(email));
    const right = await passwords.matches(known?.hash ?? null, normalPassword(password));
    if (!right || !known?.hash) return WRONG;
    // Only a visitor with the right password learns the reason.
    const because = barred(known);
    if (because !== null) return because;
    await signInStore.deleteAttempts(db, countedAs(email, address, "password").pair.name);
    return { user: known, kept: known.hash };
  }

  async function holds(tx: Tx, { user, kept }: VerifiedUser): Promise<boolean> {
    return (await signInStore.lockPassword(tx, user.id)) === kept;
  }

  async function open(tx: Tx, user: User): Promise<Opened> {
    const session = randomText(TOKEN_CHARACTERS);
    await signInStore.deleteEndedSessions(tx, now());
    await signInStore.insertSession(tx, tokenHash(session), user, now(), sessionEnd(now()));
    return { session };
  }

  async function prepare(password: string, email: string): Promise<{ hash: string } | NotSet> {
    const problem = passwordProblem(password, email);
    return problem === null ? { hash: await passwords.hash(normalPassword(password)) } : { problem };
  }

  async function set(tx: Tx, user: User, hash: string): Promise<void> {
    await signInStore.putPassword(tx, user, hash, now());
    await signInStore.deleteSessions(tx, user);
    await signInStore.deleteLinks(tx, user);
  }

  async function linkFor(user: UserRow): Promise<Link> {
    const token = randomText(TOKEN_CHARACTERS);
    const expires = linkEnd(now());
    await signInStore.putLink(db, user.id, tokenHash(token), expires);
    return { user, link: linkAddress(token), expires };
  }

  return {
    check,
    isOutsider,
    holds,
    open,
    prepare,
    set,
    async signIn(attempt) {
      const known = await check(attempt);
      if ("refused" in known) return known;
      return db.transaction(async (tx) => ((await holds(tx, known)) ? open(tx, known.user.id) : WRONG));
    },
    userOf: async (session) => entering(await signInStore.findSessionUser(db, tokenHash(session), now())),
    async signOut(session) {
      await signInStore.deleteSession(db, tokenHash(session));
    },
    hasPassword: signInStore.hasPassword,
    async change(user, { current, next }, address) {
      const known = await check({ email: user.email, password: current, address });
      if ("refused" in known) return known;
      const prepared = await prepare(next, user.email);
      if ("problem" in prepared) return prepared;
      return db.transaction(async (tx) => {
        if (!(await holds(tx, known))) return WRONG;
        await set(tx, user.id, prepared.hash);
        return open(tx, user.id);
      });
    },
    async forgot(given, address) {
      if (isTooLong(given)) return WRONG;
      const email = emailKey(given);
      const shut = await counted(email, address, "link");
      if (shut !== null) return shut;
      if (!isEmail(email)) return WRONG;
      await db.transaction((tx) => askForLink(tx, email));
      return null;
    },
    async makeLink(given) {
      const user = await (given.includes("@")
        ? accessStore.findUserByEmail(db, emailKey(given))
        : accessStore.findUser(db, given as User));
      if (user?.active !== true)
        throw refuse("resource_missing", { param: "user", message: `There is no active user ${given}.` });
      return linkFor(user);
    },
    async mailLink(email, signal) {
      const user = entering(await accessStore.findUserByEmail(db, email));
      if (user === null) return;
      const { link } = await linkFor(user);
      await mail.send(linkMessage(user, link), signal);
    },
    userOfLink: async (token) => entering(await signInStore.findLinkUser(db, tokenHash(token), now())),
    async useLink(token, password) {
      const user = entering(await signInStore.findLinkUser(db, tokenHash(token), now()));
      if (user === null) return null;
      const prepared = await prepare(password, user.email);
      if ("problem" in prepared) return prepared;
      return db.transaction(async (tx) => {
        // Of two who use it at once, one does.
        if ((await signInStore.deleteLink(tx, tokenHash(token), now())) === 0) return null;
        await set(tx, user.id, prepared.hash);
        return open(tx, user.id);
      });
    },
  };
}

/** True if a text is longer than any address, whose characters count as two at most. */
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
