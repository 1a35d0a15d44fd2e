/** The button below a list that reads its next page. */
import { Button } from "./button.tsx";

/** A list that comes in pages. */
export interface MoreQuery {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

interface MoreProps {
  readonly query: MoreQuery;
  /** What comes, such as "Load more". */
  readonly label: string;
}

export function More({ query, label }: MoreProps) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return hasNextPage ? (
    <p>
      <Button className="button" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {isFetchingNextPage ? "Loading…" : label}
      </Button>
    </p>
  ) : null;
}
