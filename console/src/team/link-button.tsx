/** In the row of an invitation, where no mail is sent: its link to pass on. */
import type { Invitation } from "@daybook/client";
import { useQuery } from "@tanstack/react-query";
import type { Company } from "../api/types.ts";
import { Button } from "../kit/button.tsx";
import { refusalText } from "../kit/refusal.tsx";
import { mayGiveAll } from "./areas.ts";
import type { AnyInvitation } from "./former-invitations.tsx";
import { linkQuery, useResend } from "./invitation.tsx";

interface LinkButtonProps {
  readonly company: Company;
  readonly invitation: Invitation | AnyInvitation;
  readonly onSay: (what: string) => void;
}

export function LinkButton({ company, invitation, onSay }: LinkButtonProps) {
  const { id, email, permissions } = invitation;
  const link = useQuery(linkQuery(company, id)).data;
  const resend = useResend(company, id ?? "", (said) => onSay(said));
  const isOver = "state" in invitation && (invitation.state === "accepted" || invitation.state === "revoked");
  if (isOver || link === null || !mayGiveAll(company.permissions, permissions)) return null;
  if (link === undefined)
    return (
      <Button
        className="button"
        isBusy={resend.isPending}
        aria-label={`New link for ${email}`}
        onClick={() => resend.mutate(undefined, { onError: (error) => onSay(refusalText(error)) })}
      >
        New link
      </Button>
    );
  const copy = async (): Promise<void> => {
    const isCopied = await navigator.clipboard.writeText(link).then(
      () => true,
      () => false,
    );
    // Browsers give the clipboard only to pages over TLS or on the same machine.
    onSay(
      isCopied ? `The link for ${email} is copied.` : `Open the invitation of ${email} to copy its link.`,
    );
  };
  return (
    <button
      type="button"
      className="button"
      aria-label={`Copy link for ${email}`}
      onClick={() => void copy()}
    >
      Copy link
    </button>
  );
}
