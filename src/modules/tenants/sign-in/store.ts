/** All SQL on passwords, sessions, links and attempts. */
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import { countingOnly, type Queryable, statement, type Tx } from "../../../platform/db/index.ts";
import type { UserRow } from "../access/index.ts";

type User = PublicId<"user">;

interface AttemptsRow {
  readonly name: string;
  readonly attempts: number;
  /** When the window of these attempts ends. */
  readonly ends: UnixSeconds;
}

/** A session of a browser, as its user sees it. */
export interface SessionRow {
  readonly id: string;
  /** True for the session that asks. */
  readonly is_own: boolean;
  readonly created: UnixSeconds;
  readonly expires: UnixSeconds;
  /** When a request came with it last, to five minutes. */
  readonly seen: UnixSeconds | null;
  /** Such as "Firefox on Windows"; null if it is not known. */
  readonly browser: string | null;
}

const hasPassword = statement<{ found: boolean }>(
  "sign_in.hasPassword",
  "select exists (select 1 from passwords where user_id = $1) as found",
);
const findByEmail = statement<
  UserRow & { readonly hash: string | null; readonly shown_in: PublicId<"company"> | null }
>(
  "sign_in.findByEmail",
  `select u.id, u.email, u.first_name, u.last_name, u.active, u.created, p.hash, p.shown_in
   from users u left join passwords p on p.user_id = u.id where u.email = $1`,
);
const lockPassword = statement<{ hash: string }>(
  "sign_in.lockPassword",
  "select hash from passwords where user_id = $1 for update",
);
const putPassword = statement<never>(
  "sign_in.putPassword",
  `insert into passwords (user_id, hash, changed, shown_in) values ($1, $2, $3, $4) on conflict (user_id)
    do update set hash = excluded.hash, changed = excluded.changed, shown_in = excluded.shown_in`,
);
const insertSession = statement<never>(
  "sign_in.insertSession",
  "insert into sessions (hash, user_id, created, expires) values ($1, $2, $3, $4)",
);
const findSessionUser = statement<UserRow & Pick<SessionRow, "seen" | "browser">>(
  "sign_in.findSessionUser",
  `select u.id, u.email, u.first_name, u.last_name, u.active, u.created, s.seen, s.browser
   from sessions s join users u on u.id = s.user_id where s.hash = $1 and s.expires > $2`,
);
const noteSession = countingOnly<never>(
  "sign_in.noteSession",
  "update sessions set seen = $2, browser = coalesce($3, browser) where hash = $1",
);
/** A session is named by half of its hash: enough to tell sessions apart, and of no use to get in. */
const SESSION_ID = "left(encode(hash, 'hex'), 32)";
const listSessions = statement<SessionRow>(
  "sign_in.listSessions",
  `select ${SESSION_ID} as id, hash = $2 as is_own, created, expires, seen, browser
   from sessions where user_id = $1 and expires > $3 order by coalesce(seen, created) desc, id`,
);
const deleteSessionById = statement<never>(
  "sign_in.deleteSessionById",
  `delete from sessions where user_id = $1 and ${SESSION_ID} = $2`,
);
const deleteOtherSessions = statement<never>(
  "sign_in.deleteOtherSessions",
  "delete from sessions where user_id = $1 and hash <> $2",
);
const deleteSession = statement<never>("sign_in.deleteSession", "delete from sessions where hash = $1");
const deleteSessions = statement<never>("sign_in.deleteSessions", "delete from sessions where user_id = $1");
const deleteEndedSessions = statement<never>(
  "sign_in.deleteEndedSessions",
  "delete from sessions where expires <= $1",
);
const putLink = statement<never>(
  "sign_in.putLink",
  `insert into password_links (user_id, hash, expires) values ($1, $2, $3) on conflict (user_id) do update
    set hash = excluded.hash, expires = excluded.expires`,
);
const findLinkUser = statement<UserRow>(
  "sign_in.findLinkUser",
  `select u.id, u.email, u.first_name, u.last_name, u.active, u.created
   from password_links l join users u on u.id = l.user_id where l.hash = $1 and l.expires > $2`,
);
const deleteLink = statement<never>(
  "sign_in.deleteLink",
  "delete from password_links where hash = $1 and expires > $2",
);
const deleteLinks = statement<never>("sign_in.deleteLinks", "delete from password_links where user_id = $1");
const putFirstVisit = statement<never>(
  "sign_in.putFirstVisit",
  `insert into first_visits (hash, expires) select $1, $2 where not exists (select 1 from passwords)
   on conflict (only_one) do update set hash = excluded.hash, expires = excluded.expires`,
);
const isFirstVisit = statement<{ found: boolean }>(
  "sign_in.isFirstVisit",
  `select exists (select 1 from first_visits where hash = $1 and expires > $2)
    and not exists (select 1 from passwords) as found`,
);
const deleteFirstVisit = statement<never>(
  "sign_in.deleteFirstVisit",
  `delete from first_visits where hash = $1 and expires > $2 and not exists (select 1 from passwords)`,
);
/** Adds one to each counter. A counter whose window has ended starts again at 1. */
const countAttempts = statement<AttemptsRow>(
  "sign_in.countAttempts",
  `insert into sign_in_attempts as a (name, attempts, ends) select name, 1, $2::bigint
    from unnest($1::text[]) as given (name) order by name
   on conflict (name) do update set
     attempts = case when a.ends <= $3 then 1 else least(a.attempts + 1, 1000000) end,
     ends = case when a.ends <= $3 then excluded.ends else a.ends end
   returning name, attempts, ends`,
);
const deleteAttempts = statement<never>(
  "sign_in.deleteAttempts",
  "delete from sign_in_attempts where name = $1",
);
const deleteEndedAttempts = statement<never>(
  "sign_in.deleteEndedAttempts",
  "delete from sign_in_attempts where ends <= $1",
);

export const signInStore = {
  hasPassword: async (db: Queryable, user: User) => (await db.get(hasPassword, [user])).found,
  /**
   * The user of an address, with the password's hash. A single statement, so that the query takes as long for
   * an unknown address as for a known one.
   */
  findByEmail: (db: Queryable, email: string) => db.find(findByEmail, [email]),
  /** Locks a user's password until the transaction ends, and returns its hash; null without a password. */
  lockPassword: async (tx: Tx, user: User) => (await tx.find(lockPassword, [user]))?.hash ?? null,
  putPassword: (tx: Tx, user: User, hash: string, shownIn: PublicId<"company"> | null, now: UnixSeconds) =>
    tx.run(putPassword, [user, hash, now, shownIn]),
  insertSession: (tx: Tx, hash: Buffer, user: User, now: UnixSeconds, expires: UnixSeconds) =>
    tx.run(insertSession, [hash, user, now, expires]),
  /** The user of a session that has not ended. */
  findSessionUser: (db: Queryable, hash: Buffer, now: UnixSeconds) => db.find(findSessionUser, [hash, now]),
  /** Writes when a session was seen, and in which browser unless that is null. */
  noteSession: (db: Queryable, hash: Buffer, seen: UnixSeconds, browser: string | null) =>
    db.run(noteSession, [hash, seen, browser]),
  /** A user's sessions that have not ended, the one seen last first. */
  listSessions: (db: Queryable, user: User, own: Buffer, now: UnixSeconds) =>
    db.list(listSessions, [user, own, now]),
  deleteSessionById: (db: Queryable, user: User, id: string) => db.run(deleteSessionById, [user, id]),
  deleteOtherSessions: (db: Queryable, user: User, own: Buffer) => db.run(deleteOtherSessions, [user, own]),
  deleteSession: (db: Queryable, hash: Buffer) => db.run(deleteSession, [hash]),
  /** Deletes all sessions of a user. */
  deleteSessions: (tx: Tx, user: User) => tx.run(deleteSessions, [user]),
  deleteEndedSessions: (tx: Tx, now: UnixSeconds) => tx.run(deleteEndedSessions, [now]),
  putLink: (db: Queryable, user: User, hash: Buffer, expires: UnixSeconds) =>
    db.run(putLink, [user, hash, expires]),
  /** The user of a link that has not expired. */
  findLinkUser: (db: Queryable, hash: Buffer, now: UnixSeconds) => db.find(findLinkUser, [hash, now]),
  /** Uses up a link; returns 0 if it does not exist or has expired. */
  deleteLink: (tx: Tx, hash: Buffer, now: UnixSeconds) => tx.run(deleteLink, [hash, now]),
  /** Replaces the link of the first visit. Returns 0 if somebody has a password. */
  putFirstVisit: (db: Queryable, hash: Buffer, expires: UnixSeconds) =>
    db.run(putFirstVisit, [hash, expires]),
  isFirstVisit: async (db: Queryable, hash: Buffer, now: UnixSeconds) =>
    (await db.get(isFirstVisit, [hash, now])).found,
  /** Uses up the link of the first visit; returns 0 if it is no longer good. */
  deleteFirstVisit: (tx: Tx, hash: Buffer, now: UnixSeconds) => tx.run(deleteFirstVisit, [hash, now]),
  deleteLinks: (tx: Tx, user: User) => tx.run(deleteLinks, [user]),
  /** Adds one to each named counter. Windows that begin with this attempt end at `ends`. */
  countAttempts: (db: Queryable, names: readonly string[], ends: UnixSeconds, now: UnixSeconds) =>
    db.list(countAttempts, [names, ends, now]),
  deleteAttempts: (db: Queryable, name: string) => db.run(deleteAttempts, [name]),
  deleteEndedAttempts: (db: Queryable, now: UnixSeconds) => db.run(deleteEndedAttempts, [now]),
};
