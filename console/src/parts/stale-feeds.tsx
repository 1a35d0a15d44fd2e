/** Says beside figures that a live feed has brought in nothing for long, to those who may see connections. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { clientOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { timeText } from "./times.ts";

/** All integrations, for those who may see them. */
export function useIntegrations(company: string, isEnabled = true) {
  return useQuery({
    queryKey: ["integrations", company],
    enabled: isEnabled,
    queryFn: ({ signal }) => clientOf(company).listIntegrations({ signal }).all(),
  });
}

export function StaleFeeds({ company }: { readonly company: Company }) {
  const query = useIntegrations(company.id, company.permissions.integrations !== "none");
  const stale = (query.data ?? []).flatMap(({ key, name, stale_since: since }) =>
    since === null ? [] : [{ key, text: `${name} since ${timeText(since)}` }],
  );
  if (stale.length === 0) return null;
  return (
    <p className="note" role="note">
      Lines are missing here: nothing has come in from {stale.map(({ text }) => text).join(", ")}.{" "}
      <Link to="/c/$company/connections" params={{ company: company.id }}>
        See Connections
      </Link>
    </p>
  );
}
