/** A member: what they may do, and what whoever manages the team does with it. */
import type { Member } from "@daybook/client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sessionQuery } from "../api/queries.ts";
import { ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { Button } from "../kit/button.tsx";
import { Facts } from "../kit/facts.tsx";
import { Refusal } from "../kit/refusal.tsx";
import { dayOfText, timeText } from "../kit/times.ts";
import { useWrite } from "../parts/use-write.ts";
import { AccessTable } from "./access.tsx";
import { mayGiveAll, TEMPLATE_NAMES } from "./areas.ts";
import { ChangeAccess, reload } from "./change-access.tsx";

interface MemberProps {
  readonly company: Company;
  readonly member: Member;
  /** True for the member of a read-only key, which is no person. */
  readonly isService: boolean;
  /** Says aloud what was done. */
  readonly onDone: (what: string) => void;
  readonly onGone: () => void;
}

export function MemberView({ company, member, isService, onDone, onGone }: MemberProps) {
  const [step, setStep] = useState<"read" | "change" | "remove">("read");
  const id = member.id ?? "";
  const name = member.name ?? member.email;
  const remove = useWrite({
    mutationFn: () => ownOf(company.id).removeMember(id),
    onSuccess: async () => {
      onGone();
      await reload(company);
      onDone(`${name} is no longer on the team.`);
    },
  });
  const isSelf = useQuery(sessionQuery).data?.user.email === member.email;
  if (step === "change")
    return (
      <ChangeAccess
        company={company}
        access={member}
        send={async (access) => {
          const { changed } = await ownOf(company.id).changeMember(id, access);
          return changed ? `The access of ${name} is changed.` : `${name} had this access already.`;
        }}
        onClose={() => setStep("read")}
        onDone={onDone}
      />
    );
  return (
    <>
      {isService ? (
        <p className="hint">
          This is the service member of a read-only API key. It can’t sign in, and leaves the team when the
          key is revoked.
        </p>
      ) : null}
      <Facts
        facts={[
          ["Access", TEMPLATE_NAMES[member.access_template]],
          ["State", member.active ? "Active" : "Has no access now"],
          ["E-mail address", member.email],
          ["On the team since", dayOfText(member.created)],
          ["Last seen", member.last_active === null ? null : timeText(member.last_active)],
          ["Id", <code key="id">{member.id}</code>],
        ]}
      />
      {step === "remove" ? (
        <div className="note" role="group" aria-label="Remove the member">
          <p>
            {name} can’t open this company any more, and their API keys of it stop working. What they did
            keeps their name. You can invite them again at any time.
          </p>
          <p className="buttons">
            <Button
              className="button primary"
              autoFocus
              isBusy={remove.isPending}
              onClick={() => remove.mutate()}
            >
              Remove from the team
            </Button>
            <button type="button" className="button" onClick={() => setStep("read")}>
              Keep them
            </button>
          </p>
        </div>
      ) : company.permissions.team_access !== "manage" || isService ? null : isSelf ? (
        <p className="hint">Another member who manages the team can change your access.</p>
      ) : mayGiveAll(company.permissions, member.permissions) ? (
        <p className="buttons">
          <button type="button" className="button" onClick={() => setStep("change")}>
            Change access
          </button>
          <button type="button" className="button" onClick={() => setStep("remove")}>
            Remove
          </button>
        </p>
      ) : (
        <p className="hint">This member has more access than you, so you can’t change or remove them.</p>
      )}
      <Refusal error={remove.error} />
      <AccessTable permissions={member.permissions} />
    </>
  );
}
