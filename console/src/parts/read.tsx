/** What a read shows. */
import type { ReactNode } from "react";
import { Loading, ProblemNote } from "./states.tsx";
import { problemOf } from "./stale.tsx";

/** Shows the data of a query in a part of a page, or that it loads, or what is in the way. */
export function Read<Data>(props: {
  readonly query: { readonly data: Data | undefined; readonly error: unknown; refetch(): unknown };
  readonly what: string;
  readonly children: (data: Data) => ReactNode;
}) {
  const { query, what, children } = props;
  if (problemOf(query)) return <ProblemNote error={query.error} retry={() => void query.refetch()} />;
  return query.data === undefined ? <Loading what={what} /> : children(query.data);
}
