/** The exports of a company that are followed, where there are any. */
import { Suspense, useSyncExternalStore } from "react";
import { loadLater } from "../parts/load-later.ts";
import { followedNow, whenChanged } from "./export-store.ts";

const FollowedExports = loadLater(async () => (await import("./followed-exports.tsx")).FollowedExports);

export function Exports({ company }: { readonly company: string }) {
  const all = useSyncExternalStore(whenChanged, followedNow);
  const own = all.filter((each) => each.company === company);
  return (
    <div className="exports" role="status" aria-label="Exports">
      {own.length === 0 ? null : (
        <Suspense>
          <FollowedExports own={own} />
        </Suspense>
      )}
    </div>
  );
}
