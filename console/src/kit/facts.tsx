/** Names and values, one below the other. Values that are empty are left out. */
import type { ReactNode } from "react";

export type Fact = readonly [name: string, value: ReactNode];

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) =>
        value === null || value === undefined || value === "" ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
