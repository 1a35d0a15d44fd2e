/** The button below a list that reads its next page. */
import { Button } from "./button.tsx";

interface MoreProps {
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
  /** What comes, such as "Earlier invoices". */
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
