/**
 * The names of whoever changed a company and of what was changed, for those who read its last changes.
 * Invariant: nobody reads the name of a record, or of a member, of an area that they may not view.
 */
import type { Principal } from "../contract/principal.ts";
import type { ChangeNames } from "../modules/tenants/audit/index.ts";
import type { TeamService } from "../modules/tenants/team/index.ts";
import type { Area, CompanyFor, Right } from "@daybook/words/areas";
import { Refusal } from "../core/errors.ts";
import type { App } from "./app.ts";

interface Services extends Pick<App, "banking" | "bills" | "chart" | "invoices" | "sheets" | "transactions"> {
  readonly team: TeamService;
}
/** A company whose caller may view the area of the record. */
type Viewed = CompanyFor<Right>;

interface Namer {
  readonly area: Area;
  readonly read: (services: Services, companyId: Viewed, id: string) => Promise<string | null | undefined>;
}

const nameIn = (rows: readonly { readonly id: string; readonly name: string }[], id: string) =>
  rows.find((row) => row.id === id)?.name;

/** How the records are named, by the prefixes of their ids. */
const NAMERS: Readonly<Record<string, Namer>> = {
  acct: {
    area: "transactions",
    read: async ({ banking }, companyId, id) => nameIn(await banking.listAllAccounts(companyId), id),
  },
  bill: {
    area: "bills",
    read: async ({ bills }, companyId, id) => {
      const { number, customer_name } = await bills.get(companyId, id);
      return `${number} of ${customer_name}`;
    },
  },
  cat: {
    area: "accounting_setup",
    read: async ({ chart }, companyId, id) => nameIn(await chart.listCategories(companyId), id),
  },
  dept: {
    area: "accounting_setup",
    read: async ({ chart }, companyId, id) => nameIn(await chart.listDepartments(companyId), id),
  },
  inv: {
    area: "invoices",
    read: async ({ invoices }, companyId, id) => {
      const { number, customer_name } = await invoices.get(companyId, id);
      return `${number} of ${customer_name}`;
    },
  },
  mbr: {
    area: "team_access",
    read: async ({ team }, companyId, id) =>
      personName((await team.listPeople(companyId)).find((person) => person.id === id)),
  },
  sht: {
    area: "forecast",
    read: async ({ sheets }, companyId, id) => sheets.nameOf(companyId, id),
  },
  txn: {
    area: "transactions",
    read: async ({ transactions }, companyId, id) => {
      const { merchant_name, description } = await transactions.get(companyId, id);
      return merchant_name ?? description;
    },
  },
};

function personName(
  person:
    | { readonly first_name: string | null; readonly last_name: string | null; readonly email: string }
    | undefined,
): string | null {
  if (person === undefined) return null;
  const name = [person.first_name, person.last_name].filter((part) => part !== null).join(" ");
  return name === "" ? person.email : name;
}

/** Makes the look-up of names. A record that is gone, or has no name, has none. */
export function changeNames(services: Services): ChangeNames {
  const subjectName = async ({ companyId, permissions }: Principal, id: string): Promise<string | null> => {
    const namer = NAMERS[id.slice(0, id.indexOf("_"))];
    if (namer === undefined || permissions[namer.area] === "none") return null;
    try {
      return (await namer.read(services, companyId as Viewed, id)) ?? null;
    } catch (error) {
      if (error instanceof Refusal && error.code === "resource_missing") return null;
      throw error;
    }
  };
  return {
    async subjects(principal, ids) {
      const names = await Promise.all(
        [...new Set(ids)].map(async (id) => [id, await subjectName(principal, id)] as const),
      );
      return new Map(names);
    },
    async actors({ companyId, permissions }) {
      if (permissions.team_access === "none") return new Map();
      const people = await services.team.listPeople(companyId as Viewed);
      return new Map(people.map((person) => [person.user_id as string, personName(person)]));
    },
  };
}
