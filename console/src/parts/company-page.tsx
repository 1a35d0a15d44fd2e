/** What every page of a company begins with: the company that the address names, and the document's title. */
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { type ComponentType, type ReactNode, useEffect } from "react";
import { sessionQuery } from "../api/queries.ts";
import type { Company } from "../api/types.ts";

/** Returns a page that shows `Content` for the company of the address, and nothing for an unknown one. */
export function companyPage(
  title: string,
  Content: ComponentType<{ readonly company: Company }>,
): () => ReactNode {
  return function CompanyPage() {
    const { company: id } = useParams({ from: "/c/$company" });
    const company = useQuery(sessionQuery).data?.companies.find((each) => each.id === id);
    useEffect(() => {
      document.title = `${title} · ${company?.name ?? "Daybook"}`;
    }, [company?.name]);
    return company === undefined ? null : <Content key={id} company={company} />;
  };
}
