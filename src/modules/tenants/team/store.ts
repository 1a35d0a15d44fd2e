/** All SQL on invitations, and the lock of a team. */
import type { UnixSeconds } from "../../../core/civil-date.ts";
import { emailKey } from "../../../core/email.ts";
import type { PublicId } from "../../../core/public-id.ts";
import { columnsOf, makeUpsert, type Queryable, statement, type Tx } from "../../../platform/db/index.ts";
import { type InvitationRow, INVITATIONS } from "./record.ts";

const INVITATION = columnsOf(INVITATIONS, undefined, ["email_key", "token_hash"]);
const listInvitations = statement<InvitationRow>(
  "team.listInvitations",
  `select ${INVITATION} from invitations where company_id = $1 order by created, id`,
);
/** Invitations in a state, or in any; "expired" is pending at or after its expiry. */
const listInvitationPage = statement<InvitationRow>(
  "team.listInvitationPage",
  `select ${INVITATION} from invitations where company_id = $1
     and ($2::text is null or
       $2 = case when state = 'pending' and expires <= $3 then 'expired' else state end)
     and ($4::text is null or (created, id) <
       (select i.created, i.id from invitations i where i.company_id = $1 and i.id = $4))
   order by created desc, id desc limit $5`,
);
const findInvitation = statement<{ readonly id: string }>(
  "team.findInvitation",
  "select id from invitations where company_id = $1 and id = $2",
);
const listPending = statement<InvitationRow>(
  "team.listPending",
  `select ${INVITATION} from invitations where company_id = $1 and state = 'pending' order by created, id`,
);
const findPending = statement<InvitationRow>(
  "team.findPending",
  `select ${INVITATION} from invitations where company_id = $1 and email_key = $2 and state = 'pending'`,
);
const countPending = statement<{ invitations: number }>(
  "team.countPending",
  "select count(*) as invitations from invitations where company_id = $1 and state = 'pending'",
);
const lockInvitation = statement<InvitationRow>(
  "team.lockInvitation",
  `select ${INVITATION} from invitations where company_id = $1 and id = $2 for update`,
);
const findByToken = statement<InvitationRow & { readonly company_id: PublicId<"company"> }>(
  "team.findByToken",
  `select company_id, ${INVITATION} from invitations where token_hash = $1`,
);
const setToken = statement<never>(
  "team.setToken",
  "update invitations set token_hash = $3 where company_id = $1 and id = $2 and state = 'pending'",
);
/** Writes an invitation. Removes the token if the invitation is no longer pending. */
const putInvitation = makeUpsert(
  "team.putInvitation",
  INVITATIONS,
  [],
  ", token_hash = case when excluded.state = 'pending' then invitations.token_hash end",
);

const limitWait = statement<never>("team.limitWait", "select set_config('lock_timeout', $1, true)");
type Company = PublicId<"company">;

export const teamStore = {
  /** Limits how long a statement of the transaction waits for a lock before it fails with SQLSTATE 55P03. */
  limitWait: (tx: Tx, milliseconds: number) => tx.run(limitWait, [`${milliseconds}ms`]),
  /** All invitations of a company, in every state. */
  listInvitations: (db: Queryable, companyId: Company) => db.list(listInvitations, [companyId]),
  /** Up to `limit` + 1 invitations before the one of a cursor, the newest first. */
  listInvitationPage: (
    db: Queryable,
    companyId: Company,
    state: string | null,
    now: UnixSeconds,
    { limit, starting_after }: { readonly limit: number; readonly starting_after: string | null },
  ) => db.list(listInvitationPage, [companyId, state, now, starting_after, limit + 1]),
  hasInvitation: async (db: Queryable, companyId: Company, id: string) =>
    (await db.find(findInvitation, [companyId, id])) !== null,
  listPending: (db: Queryable, companyId: Company) => db.list(listPending, [companyId]),
  /** The pending invitation of an address. */
  findPending: (db: Queryable, companyId: Company, email: string) =>
    db.find(findPending, [companyId, emailKey(email)]),
  async countPending(db: Queryable, companyId: Company) {
    return (await db.get(countPending, [companyId])).invitations;
  },
  lockInvitation: (tx: Tx, companyId: Company, id: string) => tx.find(lockInvitation, [companyId, id]),
  /** The pending invitation that a token's hash belongs to. */
  findByToken: (db: Queryable, hash: Buffer) => db.find(findByToken, [hash]),
  /** Stores a token's hash for a pending invitation, in place of an older one. */
  setToken: (tx: Tx, companyId: Company, id: string, hash: Buffer) => tx.run(setToken, [companyId, id, hash]),
  putInvitation: (tx: Tx, companyId: Company, row: InvitationRow) =>
    putInvitation(tx, companyId, { ...row, email_key: emailKey(row.email) }),
};
