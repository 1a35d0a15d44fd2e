/** Makes a rule of a transaction. The rule is tried on the past before it is made. */
import type { Transaction } from "@daybook/client";
import { queryClient, useTransaction } from "../api/queries.ts";
import { clientOf } from "../api/service.ts";
import { Dialog } from "../kit/dialog.tsx";
import { Read } from "../parts/read.tsx";
import { type RuleDraft, RuleForm } from "../rules/rule-form.tsx";
import type { Scene } from "./scene.ts";

interface DialogProps {
  readonly scene: Scene;
  readonly id: string;
  readonly onClose: () => void;
}

export function RuleDialog({ scene, id, onClose }: DialogProps) {
  const { company, names, edits, reload } = scene;
  return (
    <Dialog title="Make a rule of this" onClose={onClose}>
      <Read query={useTransaction(company.id, id)} what="the transaction">
        {(transaction) => (
          <RuleForm
            company={company}
            names={names}
            draft={draftOf(transaction)}
            verb="Make the rule"
            textOf={(field) =>
              field === "merchant_name"
                ? (transaction.merchant_name ?? "")
                : field === "description"
                  ? transaction.description
                  : field === "account_id"
                    ? transaction.account_id
                    : undefined
            }
            save={async (rule, appliesToPast) => {
              await clientOf(company.id).createRule({
                ...rule,
                apply_to_existing_transactions: appliesToPast,
              });
              await queryClient.invalidateQueries({ queryKey: ["rules", company.id] });
              const past = appliesToPast ? " It is being applied to what is uncategorized." : "";
              edits.say({ kind: "done", text: `The rule was made.${past}`, canUndo: false });
              reload();
              onClose();
            }}
            onClose={onClose}
          />
        )}
      </Read>
    </Dialog>
  );
}

/** The rule that a transaction suggests: what has its name, and money of the same direction. */
function draftOf(transaction: Transaction): RuleDraft {
  const { merchant_name, description, amount_cents } = transaction;
  return {
    name: merchant_name ?? description.slice(0, 60),
    conditions: [
      {
        field: merchant_name === null ? "description" : "merchant_name",
        operator: "equals",
        value: merchant_name ?? description,
      },
      { field: "amount_cents", operator: amount_cents < 0 ? "less_than" : "greater_than", value: "0" },
    ],
    category: transaction.categorized ? transaction.category_id : null,
    department: transaction.department_id,
  };
}
