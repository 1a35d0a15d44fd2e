/** The form that changes what somebody may do: a member, or whoever accepts an invitation. */
import { useState } from "react";
import { queryClient } from "../api/queries.ts";
import type { Company } from "../api/types.ts";
import { Form } from "../kit/form.tsx";
import { useWrite } from "../parts/use-write.ts";
import { AccessFields } from "./access.tsx";
import type { Permissions, Template } from "./areas.ts";

export function reload(company: Company): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ["team", company.id] });
}

/** The levels are sent only with the template that has no levels of its own. */
export function accessOf(template: Template, permissions: Permissions) {
  return template === "custom" ? { access_template: template, permissions } : { access_template: template };
}

export const hasRoles = ({ features }: Company): boolean => features.includes("role_based_access_control");

interface Access {
  readonly access_template: Template;
  readonly permissions: Permissions;
}

export function ChangeAccess(props: {
  readonly company: Company;
  /** The present access. */
  readonly access: Access;
  /** Sends the new access, and returns what is then said of it. */
  readonly send: (access: ReturnType<typeof accessOf>) => Promise<string>;
  readonly onClose: () => void;
  readonly onDone: (what: string) => void;
}) {
  const { company, access: present, send, onClose, onDone } = props;
  const [access, setAccess] = useState<{ readonly template: Template; readonly permissions: Permissions }>({
    template: present.access_template,
    permissions: present.permissions,
  });
  const change = useWrite({
    mutationFn: () => send(accessOf(access.template, access.permissions)),
    onSuccess: async (said) => {
      await reload(company);
      onClose();
      onDone(said);
    },
  });
  return (
    <Form
      verb="Change the access"
      isBusy={change.isPending}
      error={change.error}
      onSend={() => change.mutate()}
      onClose={onClose}
    >
      <AccessFields
        own={company.permissions}
        hasRoles={hasRoles(company)}
        {...access}
        onChange={(template, permissions) => setAccess({ template, permissions })}
      />
    </Form>
  );
}
