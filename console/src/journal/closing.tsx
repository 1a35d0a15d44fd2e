/** Through which day the books are closed, with the way to the page of the month close. */
import { Link } from "@tanstack/react-router";
import { useClosing } from "../api/queries.ts";
import type { Company } from "../api/types.ts";
import { dayText } from "../kit/dates.ts";

export function Closing({ company }: { readonly company: Company }) {
  const closing = useClosing(company.id);
  if (closing.data === undefined) return null;
  const day = closing.data.closed_through;
  return (
    <p className="jr-closing">
      {day === null ? "The books are open." : `The books are closed through ${dayText(day)}.`}{" "}
      <Link to="/c/$company/close" params={{ company: company.id }}>
        Month close
      </Link>
    </p>
  );
}
