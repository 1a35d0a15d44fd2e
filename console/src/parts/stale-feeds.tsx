/** Says beside figures that lines of banks are missing, to whoever sees the figures. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { timeText } from "../kit/times.ts";

export function StaleFeeds({ company }: { readonly company: Company }) {
  const query = useQuery({
    queryKey: ["stale feeds", company.id],
    queryFn: ({ signal }) => ownOf(company.id).listStaleFeeds({ signal }),
  });
  const accounts = query.data?.accounts ?? [];
  if (accounts.length === 0) return null;
  return (
    <p className="note" role="note">
      Lines are missing here: nothing has come in for{" "}
      {accounts.map(({ name, since }) => `${name} since ${timeText(since)}`).join(", ")}.{" "}
      {company.permissions.integrations === "none" ? null : (
        <Link to="/c/$company/connections" params={{ company: company.id }}>
          See Connections
        </Link>
      )}
    </p>
  );
}
