/** All SQL on invitations, and the lock of a team. */
import { emailKey } from "../../../core/email.ts";
import type { PublicId } from "../../../core/public-id.ts";
import { type Queryable, statement, type Tx } from "../../../platform/db/index.ts";
import type { InvitationRow } from "./rules.ts";

const INVITATION =
  "id, first_name, last_name, email, permissions, invited_by, created, expires, revision, state, accepted_at, accepted_by";
const listInvitations = statement<InvitationRow>(
  "team.listInvitations",
  `select ${INVITATION} from invitations where company_id = $1 order by created, id`,
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
/** A token ends with the state in which it can be used. */
const putInvitation = statement<never>(
  "team.putInvitation",
  `insert into invitations (company_id, email_key, ${INVITATION})
    values ($1, $2, $3, $4, $5, $6, $7::text::jsonb, $8, $9, $10, $11, $12, $13, $14)
   on conflict (company_id, id) do update set email_key = excluded.email_key, first_name =
     excluded.first_name, last_name = excluded.last_name,
     email = excluded.email, permissions = excluded.permissions, invited_by = excluded.invited_by, created =
       excluded.created,
     expires = excluded.expires, revision = excluded.revision, state = excluded.state, accepted_at =
       excluded.accepted_at,
     accepted_by = excluded.accepted_by, token_hash = case when excluded.state = 'pending'
       then invitations.token_hash end`,
);

const limitWait = statement<never>("team.limitWait", "select set_config('lock_timeout', $1, true)");
type Company = PublicId<"company">;

export const teamStore = {
  /** How long any statement of the transaction waits for a lock, before it fails with 55P03. */
  limitWait: (tx: Tx, milliseconds: number) => tx.run(limitWait, [`${milliseconds}ms`]),
  /** Of every state. */
  listInvitations: (db: Queryable, companyId: Company) => db.list(listInvitations, [companyId]),
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
  /** Makes a token that of a pending invitation, in place of an older one. */
  setToken: (tx: Tx, companyId: Company, id: string, hash: Buffer) => tx.run(setToken, [companyId, id, hash]),
  putInvitation: (tx: Tx, companyId: Company, row: InvitationRow) =>
    tx.run(putInvitation, [
      companyId,
      emailKey(row.email),
      row.id,
      row.first_name,
      row.last_name,
      row.email,
      JSON.stringify(row.permissions),
      row.invited_by,
      row.created,
      row.expires,
      row.revision,
      row.state,
      row.accepted_at,
      row.accepted_by,
    ]),
};
