/** What becomes of an accepted import: it waits for its job, was imported, or was refused with the reason. */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { queryClient } from "../api/queries.ts";
import { ownOf } from "../api/service.ts";
import type { BookImport } from "../api/generated/schemas.ts";
import type { Company } from "../api/types.ts";
import { Read } from "../parts/read.tsx";
import { counted, cureOf } from "./words.ts";

const POLL_MS = 1_000;

interface ProgressProps {
  readonly company: Company;
  readonly id: string;
  readonly onClose: () => void;
}

export function Progress({ company, id, onClose }: ProgressProps) {
  const query = useQuery({
    queryKey: ["book import", company.id, id],
    queryFn: ({ signal }) => ownOf(company.id).getBookImport(id, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === "waiting" ? POLL_MS : false),
    staleTime: 0,
  });
  const status = query.data?.status;
  useEffect(() => {
    // All figures are others now.
    if (status === "imported")
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "book import" });
  }, [status]);
  return (
    <section aria-label="Import">
      <Read query={query} what="the import">
        {(found) => (
          <>
            <Outcome found={found} />
            <p className="buttons">
              <button type="button" className="button" onClick={onClose}>
                {found.status === "refused" ? "Back to the file" : "Import more books"}
              </button>
            </p>
          </>
        )}
      </Read>
    </section>
  );
}

function Outcome({ found }: { readonly found: BookImport }) {
  if (found.status === "waiting")
    return (
      <p role="status" aria-busy>
        Importing {found.file_name ?? "the books"}… You can leave this page; the import goes on.
      </p>
    );
  if (found.status === "refused")
    return (
      <div className="note" role="alert">
        <p>Nothing was imported.</p>
        <p dir="auto">{found.problem?.message}</p>
        <p>{cureOf(found.problem?.param ?? null)}</p>
      </div>
    );
  const { added_vouchers, added_entries, known_vouchers, changed_vouchers, gone_vouchers } = found;
  return (
    <p role="status">
      Added {counted(added_vouchers, "voucher")} with {counted(added_entries, "line")}.{" "}
      {counted(known_vouchers, "voucher")} were there already.
      {changed_vouchers + gone_vouchers > 0
        ? ` ${counted(changed_vouchers, "voucher")} changed and ${counted(gone_vouchers, "voucher")} removed, as in the file.`
        : ""}
    </p>
  );
}
