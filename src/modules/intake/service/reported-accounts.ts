/** The accounts of books as an import reports them, with those that are part of retained earnings here. */
import type { UnsureAccount } from "../rules/account-classes.ts";
import type { ChartAccount, ChartBuilder } from "../rules/chart-from-accounts.ts";
import type { RetainedEarnings } from "../rules/retained-earnings.ts";

const DOUBT = ["its name speaks of income", "vouchers move it within equity alone"];

/**
 * All accounts of the books. Those that may be retained earnings are unsure, unless it was accepted that they
 * have a line of their own, which is the guess.
 */
export function accountsOf(
  chart: ChartBuilder,
  earnings: RetainedEarnings,
  accepted: readonly string[],
): ChartAccount[] {
  const doubts = earnings.doubts.filter((account) => !accepted.includes(account));
  return [...chart.accounts(), ...passedOn(chart, earnings)].map((each) =>
    doubts.includes(each.account) ? { ...each, isSure: false, evidence: DOUBT } : each,
  );
}

/** The accounts that pass income on, which are the account of retained earnings here. */
function passedOn(chart: ChartBuilder, { accounts: [account, ...merged] }: RetainedEarnings): ChartAccount[] {
  const into = chart.accounts().find((each) => each.account === account);
  if (into === undefined) return [];
  return merged.map((each) => ({
    ...into,
    account: each,
    kind: "retained_earnings",
    reason: `it passes income on to ${JSON.stringify(account)}`,
  }));
}

/** The accounts that had to be asked for and were taken for the guess of them. */
export function guessesOf(chart: ChartBuilder, doubts: readonly string[]): UnsureAccount[] {
  return chart.accounts().flatMap(({ account, isGuess, evidence, kind: guess }) => {
    if (isGuess) return [{ account, evidence, guess }];
    return doubts.includes(account) ? [{ account, evidence: DOUBT, guess }] : [];
  });
}
