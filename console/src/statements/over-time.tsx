/** A line of a statement over time: what opens it, without what it takes to draw. */
import { Suspense } from "react";
import { loadLater } from "../parts/load-later.ts";
import type { OverTimeProps } from "./months.tsx";

const Months = loadLater(async () => (await import("./months.tsx")).Months);

export function OverTime(props: OverTimeProps) {
  const { search, go } = props;
  const isShown = search.over === "chart" || search.over === "table";
  return (
    <>
      <p>
        <button
          type="button"
          className="button"
          aria-pressed={isShown}
          onClick={() => go({ over: isShown ? undefined : "chart" }, true)}
        >
          Over time
        </button>
      </p>
      {isShown ? (
        <Suspense fallback={<div className="months-room" aria-busy="true" />}>
          <Months {...props} />
        </Suspense>
      ) : null}
    </>
  );
}
