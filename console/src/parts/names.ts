/** The names that a transaction can be given: categories, departments and accounts of the company. */
import { useQuery } from "@tanstack/react-query";
import type { Category } from "@daybook/client";
import { useMemo } from "react";
import { clientOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import type { Choice } from "../kit/choices.ts";
import { leavesOf } from "./leaves.ts";

export interface Names {
  /** Categories that a transaction can have. */
  readonly categories: readonly Choice[];
  /** Departments that a transaction can have, after the choice of none. */
  readonly departments: readonly Choice[];
  readonly accounts: readonly Choice[];
  readonly nameOf: (id: string | null) => string | null;
  /** The type of a category; null for what is none. */
  readonly typeOf: (id: string | null) => Category["account_type"] | null;
}

const STALE_MS = 60_000;

export function useNames({ id, permissions, features }: Company): Names {
  const canSeeChart = permissions.accounting_setup !== "none";
  const client = clientOf(id);
  const categories = useQuery({
    queryKey: ["categories", id],
    enabled: canSeeChart,
    staleTime: STALE_MS,
    queryFn: ({ signal }) => client.listCategories({ signal }).all(),
  }).data;
  const departments = useQuery({
    queryKey: ["departments", id],
    enabled: canSeeChart && features.includes("departments"),
    staleTime: STALE_MS,
    queryFn: ({ signal }) => client.listDepartments({ signal }).all(),
  }).data;
  const accounts = useQuery({
    queryKey: ["accounts", id],
    staleTime: STALE_MS,
    queryFn: ({ signal }) => client.listAccounts({}, { signal }).all(),
  }).data;
  return useMemo(() => {
    const names = new Map<string, string>(
      [...(categories ?? []), ...(departments ?? []), ...(accounts ?? [])].map((each) => [
        each.id,
        each.name,
      ]),
    );
    const types = new Map<string, Category["account_type"]>(
      (categories ?? []).map((each) => [each.id, each.account_type]),
    );
    const choice = (node: {
      readonly id: string;
      readonly name: string;
      readonly parent_id: string | null;
    }) => ({
      id: node.id,
      name: node.name,
      note: names.get(node.parent_id ?? ""),
    });
    // Money on an account is no category that a person chooses.
    const ofAccounts = new Set((accounts ?? []).map(({ category_id }) => category_id));
    return {
      categories: leavesOf(categories ?? [])
        .filter((category) => !ofAccounts.has(category.id))
        .map(choice),
      departments: [
        { id: null, name: "No department" },
        ...leavesOf(departments ?? [])
          .filter(({ assignable }) => assignable)
          .map(choice),
      ],
      accounts: (accounts ?? []).map((account) => ({
        id: account.id,
        name: account.name,
        note: account.last4 ?? undefined,
      })),
      nameOf: (wanted) => (wanted === null ? null : (names.get(wanted) ?? null)),
      typeOf: (wanted) => (wanted === null ? null : (types.get(wanted) ?? null)),
    };
  }, [categories, departments, accounts]);
}
