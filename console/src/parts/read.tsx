/** A query in a part of a page. */
import type { ReactNode } from "react";
import { Loading, ProblemNote, ProblemState } from "../kit/states.tsx";
import { problemOf } from "./stale.tsx";

/**
 * Shows the data of a query in a part of a page, or that it loads, or why it can't be shown: as a note, or
 * with a heading if the part `isMain`.
 */
export function Read<Data>(props: {
  readonly query: { readonly data: Data | undefined; readonly error: unknown; refetch(): unknown };
  readonly what: string;
  readonly isMain?: boolean;
  readonly children: (data: Data) => ReactNode;
}) {
  const { query, what, isMain = false, children } = props;
  if (problemOf(query)) {
    const problem = { error: query.error, retry: () => void query.refetch() };
    return isMain ? <ProblemState isBelow {...problem} /> : <ProblemNote {...problem} />;
  }
  return query.data === undefined ? <Loading what={what} /> : children(query.data);
}
