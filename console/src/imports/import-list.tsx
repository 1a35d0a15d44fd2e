/** The imports of books, each of which can be taken back whole after what would go is shown. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryClient } from "../api/queries.ts";
import { ownOf } from "../api/service.ts";
import type { BookImport, TakenBackBookImport } from "../api/generated/schemas.ts";
import type { Company } from "../api/types.ts";
import { Button } from "../kit/button.tsx";
import { Read } from "../parts/read.tsx";
import { Refusal } from "../kit/refusal.tsx";
import { timeText } from "../kit/times.ts";
import { useWrite } from "../parts/use-write.ts";
import "../style/lists.css";
import { counted } from "./words.ts";

interface ListProps {
  readonly company: Company;
  readonly canManage: boolean;
}

export function ImportList({ company, canManage }: ListProps) {
  const query = useQuery({
    queryKey: ["book imports", company.id],
    queryFn: ({ signal }) => ownOf(company.id).listBookImports({ signal }).all(),
    staleTime: 0,
  });
  return (
    <section>
      <h2 className="list-title">Imports</h2>
      <Read query={query} what="the imports">
        {(imports) =>
          imports.length === 0 ? (
            <p className="none">No books were imported yet.</p>
          ) : (
            <ul className="im-list">
              {imports.map((each) => (
                <Import key={each.id} company={company} canManage={canManage} found={each} />
              ))}
            </ul>
          )
        }
      </Read>
    </section>
  );
}

function stateText({ status, undone_at }: BookImport): string {
  if (undone_at !== null) return `taken back ${timeText(undone_at)}`;
  return status === "waiting" ? "waiting" : status === "refused" ? "not imported" : "";
}

function Import({ company, canManage, found }: ListProps & { readonly found: BookImport }) {
  const [removing, setRemoving] = useState<TakenBackBookImport | null>(null);
  const take = useWrite({
    mutationFn: (dry_run: boolean) => ownOf(company.id).takeBackBookImport(found.id, { dry_run }),
    onSuccess: async (taken, dry_run) => {
      setRemoving(dry_run ? taken : null);
      if (!dry_run) await queryClient.invalidateQueries();
    },
    onError: () => setRemoving(null),
  });
  const canTake = canManage && found.status === "imported" && found.undone_at === null;
  return (
    <li>
      <span>
        <b dir="auto">{found.file_name ?? found.format}</b>
        <small>
          {timeText(found.created)}
          {found.format === "" ? "" : `, ${found.format}`}
        </small>
      </span>
      <span>
        {counted(found.added_vouchers, "voucher")} added
        <small>{stateText(found)}</small>
      </span>
      {!canTake ? null : removing === null ? (
        <Button className="button" isBusy={take.isPending} onClick={() => take.mutate(true)}>
          Take back…
        </Button>
      ) : (
        <span className="im-sure">
          <Button className="button primary" isBusy={take.isPending} onClick={() => take.mutate(false)}>
            Remove {counted(removing.removed_vouchers, "voucher")}
          </Button>
          <Button className="button" isBusy={take.isPending} onClick={() => setRemoving(null)}>
            Keep
          </Button>
          <small>{consequence(removing)}</small>
        </span>
      )}
      <Refusal error={take.error} />
    </li>
  );
}

/** What else a take-back does, in a sentence. */
function consequence(taken: TakenBackBookImport): string {
  const parts = [
    taken.restored_vouchers > 0 ? `${counted(taken.restored_vouchers, "voucher")} become as they were` : null,
    taken.removed_categories > 0 ? `${taken.removed_categories} categories and departments go too` : null,
    taken.kept_categories > 0 ? `${taken.kept_categories} stay, because something else uses them` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? "" : `${parts.join("; ")}.`;
}
