/** An invitation: what it gives and until when, and what whoever manages the team does with it. */
import type { Invitation, Member } from "@daybook/client";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../kit/button.tsx";
import type { PassedInvitation } from "../api/generated/schemas.ts";
import { queryClient, sessionQuery } from "../api/queries.ts";
import { clientOf, ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { CopyText } from "../kit/copy.tsx";
import { Facts } from "../kit/facts.tsx";
import { Form, TextField } from "../kit/form.tsx";
import { Refusal } from "../kit/refusal.tsx";
import { dayOfText, timeText } from "../kit/times.ts";
import { AccessFields, AccessTable } from "./access.tsx";
import { accessOf, ChangeAccess, hasRoles, reload } from "./change-access.tsx";
import { allAt, mayGiveAll, type Permissions, type Template } from "./areas.ts";
import { useWrite } from "../parts/use-write.ts";

export function isExpired({ expires }: Invitation): boolean {
  return expires * 1_000 <= Date.now();
}

/** The state of an invitation in words. */
function stateOf(invitation: Invitation): string {
  return isExpired(invitation)
    ? `Expired ${dayOfText(invitation.expires)}`
    : `Pending until ${dayOfText(invitation.expires)}`;
}

/** False where an invitation has a link to pass on in place of a mail. */
export function useSendsMail(): boolean {
  return useQuery(sessionQuery).data?.sends_mail ?? true;
}

/** The link of an invitation that was made on this page last. It is kept nowhere else. */
export const linkQuery = (company: Company, id: string | null) =>
  queryOptions<string | null>({
    queryKey: ["invitation link", company.id, id],
    queryFn: () => null,
    enabled: false,
    staleTime: Infinity,
  });

function keepLink(company: Company, { invitation, link }: PassedInvitation): void {
  queryClient.setQueryData(linkQuery(company, invitation.id).queryKey, link);
}

/** Sends an invitation again; where no mail is sent, it gets a new link. */
export function useResend(company: Company, id: string, onDone: (what: string) => void) {
  return useWrite({
    mutationFn: () => ownOf(company.id).resendMember(id),
    onSuccess: async (sent) => {
      const { expires } = sent.invitation;
      keepLink(company, sent);
      await reload(company);
      onDone(
        sent.is_mailed
          ? `Sent again. The invitation is good until ${dayOfText(expires)}.`
          : `No mail was sent. The invitation is good until ${dayOfText(expires)}.`,
      );
    },
  });
}

/** The link to pass on, where no mail is sent. */
function LinkToPassOn({
  company,
  invitation,
}: {
  readonly company: Company;
  readonly invitation: Invitation;
}) {
  const link = useQuery(linkQuery(company, invitation.id)).data;
  return (
    <div className="note" role="group" aria-label="Link of the invitation">
      {link === null ? (
        <p>
          No mail is sent on this installation, and no link can be shown: the invitation can’t be accepted
          now, or it is for a user who has access to another company and no password that only they could set.
          For such a user, ask the operator for a link of <code>daybook member password</code>, with which
          they set a new one first.
        </p>
      ) : link === undefined ? (
        <p>
          No mail is sent on this installation. <b>New link</b> makes a link that you pass on to{" "}
          {invitation.email}.
        </p>
      ) : (
        <>
          <p>
            No mail is sent on this installation. Copy this link and pass it on to {invitation.email}, and to
            nobody else: whoever opens it joins with this access. A new link ends it.
          </p>
          <CopyText text={link} what="the link" />
        </>
      )}
    </div>
  );
}

interface InvitationProps {
  readonly company: Company;
  readonly invitation: Invitation;
  readonly members: readonly Member[];
  /** Says aloud what was done. */
  readonly onDone: (what: string) => void;
  readonly onGone: () => void;
}

export function InvitationView({ company, invitation, members, onDone, onGone }: InvitationProps) {
  const [step, setStep] = useState<"read" | "change" | "revoke">("read");
  const id = invitation.id ?? "";
  const sendsMail = useSendsMail();
  const resend = useResend(company, id, onDone);
  const revoke = useWrite({
    mutationFn: () => clientOf(company.id).revokeInvitation(id),
    onSuccess: async () => {
      onGone();
      await reload(company);
      onDone(`The invitation of ${invitation.email} is revoked. Its link leads nowhere now.`);
    },
  });
  const inviter = members.find((member) => member.id === invitation.invited_by);
  const own = company.permissions;
  const canManage = own.team_access === "manage" && mayGiveAll(own, invitation.permissions);
  if (step === "change")
    return (
      <ChangeAccess
        company={company}
        access={invitation}
        send={async (access) => {
          const { changed } = await clientOf(company.id).changeInvitation(id, access);
          return changed
            ? "The access of the invitation is changed."
            : "The invitation had this access already.";
        }}
        onClose={() => setStep("read")}
        onDone={onDone}
      />
    );
  return (
    <>
      <Facts
        facts={[
          ["State", stateOf(invitation)],
          ["E-mail address", invitation.email],
          ["Invited by", inviter?.name ?? inviter?.email ?? "Nobody who is on the team now"],
          ["Invited", timeText(invitation.created)],
        ]}
      />
      {step === "revoke" ? (
        <div className="note" role="group" aria-label="Revoke the invitation">
          <p>
            The link of the invitation stops working, and nobody joins by it. You can invite the address again
            at any time.
          </p>
          <p className="buttons">
            <Button
              className="button primary"
              autoFocus
              isBusy={revoke.isPending}
              onClick={() => revoke.mutate()}
            >
              Revoke the invitation
            </Button>
            <button type="button" className="button" onClick={() => setStep("read")}>
              Keep it
            </button>
          </p>
        </div>
      ) : canManage ? (
        <p className="buttons">
          <Button className="button" isBusy={resend.isPending} onClick={() => resend.mutate()}>
            {sendsMail ? "Send again" : "New link"}
          </Button>
          <button
            type="button"
            className="button"
            disabled={!hasRoles(company)}
            onClick={() => setStep("change")}
          >
            Change access
          </button>
          <button type="button" className="button" onClick={() => setStep("revoke")}>
            Revoke
          </button>
        </p>
      ) : own.team_access === "manage" ? (
        <p className="hint">This invitation gives more access than you have, so you can't change it.</p>
      ) : null}
      {canManage && !sendsMail ? <LinkToPassOn company={company} invitation={invitation} /> : null}
      <Refusal error={resend.error ?? revoke.error} />
      <AccessTable permissions={invitation.permissions} />
    </>
  );
}

export function Invite(props: {
  readonly company: Company;
  readonly onClose: () => void;
  readonly onInvited: (made: PassedInvitation) => void;
}) {
  const { company, onClose, onInvited } = props;
  const [given, setGiven] = useState(() => {
    // Full access is given only by whoever chooses it.
    const mayRead = mayGiveAll(company.permissions, allAt("view"));
    const template = !hasRoles(company) ? null : mayRead ? "read_only" : "custom";
    const permissions = allAt(template === "read_only" ? "view" : "none");
    const access: { readonly template: Template | null; readonly permissions: Permissions } = {
      template,
      permissions,
    };
    return { first_name: "", last_name: "", email: "", ...access };
  });
  const sendsMail = useSendsMail();
  const invite = useWrite({
    mutationFn: () => {
      const { template, permissions, ...who } = given;
      // The browser asks for a choice before it sends the form.
      return ownOf(company.id).inviteMember({ ...who, ...accessOf(template ?? "custom", permissions) });
    },
    onSuccess: async (made) => {
      keepLink(company, made);
      await reload(company);
      onInvited(made);
    },
  });
  const field = (name: "first_name" | "last_name" | "email", label: string, type = "text") => (
    <TextField
      label={label}
      type={type}
      name={name}
      value={given[name]}
      required
      autoComplete="off"
      autoFocus={name === "first_name"}
      param={name}
      onText={(text) => setGiven({ ...given, [name]: text })}
    />
  );
  return (
    <Form
      verb="Send the invitation"
      isBusy={invite.isPending}
      error={invite.error}
      onSend={() => invite.mutate()}
      onClose={onClose}
    >
      {field("first_name", "First name")}
      {field("last_name", "Last name")}
      {field("email", "E-mail address", "email")}
      <AccessFields
        own={company.permissions}
        hasRoles={hasRoles(company)}
        template={given.template}
        permissions={given.permissions}
        onChange={(template, permissions) => setGiven({ ...given, template, permissions })}
      />
      <p className="hint">
        {sendsMail
          ? "Anyone with the link in the mail can join until it expires."
          : "No mail is sent on this installation: you get a link to copy and pass on."}{" "}
        The link is good for seven days.
      </p>
    </Form>
  );
}
