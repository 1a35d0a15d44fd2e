/**
 * The names of whoever changed a company and of what was changed, for those who read its last changes.
 * Invariant: nobody reads the name of a record, or of a member, of an area that they may not view.
 */
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
  /** Returns the name of a record by its id; what all of them need is read once. */
  readonly read: (
    services: Services,
    companyId: Viewed,
  ) => (id: string) => Promise<string | null | undefined>;
}

/** Names records of a list that is read whole. */
function ofList<Row extends { readonly id: string }>(
  area: Area,
  list: (services: Services, companyId: Viewed) => Promise<readonly Row[]>,
  name: (row: Row) => string | null,
): Namer {
  return {
    area,
    read: (services, companyId) => {
      const rows = list(services, companyId);
      return async (id) => {
        const row = (await rows).find((each) => each.id === id);
        return row === undefined ? null : name(row);
      };
    },
  };
}

/** Names records that are read one by one. */
const ofEach = (
  area: Area,
  read: (services: Services, companyId: Viewed, id: string) => Promise<string | null>,
): Namer => ({ area, read: (services, companyId) => (id) => read(services, companyId, id) });

interface Named {
  readonly id: string;
  readonly name: string;
}
const nameOf = ({ name }: Named): string => name;

/** How the records are named, by the prefixes of their ids. */
const NAMERS: Readonly<Record<string, Namer>> = {
  acct: ofList<Named>("transactions", ({ banking }, companyId) => banking.listAllAccounts(companyId), nameOf),
  cat: ofList<Named>("accounting_setup", ({ chart }, companyId) => chart.listCategories(companyId), nameOf),
  dept: ofList<Named>("accounting_setup", ({ chart }, companyId) => chart.listDepartments(companyId), nameOf),
  mbr: ofList<Personal>("team_access", ({ team }, companyId) => team.listPeople(companyId), personName),
  bill: ofEach("bills", async ({ bills }, companyId, id) => {
    const { number, customer_name } = await bills.get(companyId, id);
    return `${number} of ${customer_name}`;
  }),
  inv: ofEach("invoices", async ({ invoices }, companyId, id) => {
    const { number, customer_name } = await invoices.get(companyId, id);
    return `${number} of ${customer_name}`;
  }),
  sht: ofEach("forecast", ({ sheets }, companyId, id) => sheets.nameOf(companyId, id)),
  txn: ofEach("transactions", async ({ transactions }, companyId, id) => {
    const { merchant_name, description } = await transactions.get(companyId, id);
    return merchant_name ?? description;
  }),
};

interface Personal {
  readonly id: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string;
}

function personName(person: Personal): string {
  const name = [person.first_name, person.last_name].filter((part) => part !== null).join(" ");
  return name === "" ? person.email : name;
}

/** Makes the look-up of names. A record that is gone, or has no name, has none. */
export function changeNames(services: Services): ChangeNames {
  return {
    async subjects({ companyId, permissions }, ids) {
      const readers = new Map<Namer, ReturnType<Namer["read"]>>();
      const nameOfSubject = async (id: string): Promise<string | null> => {
        const namer = NAMERS[id.slice(0, id.indexOf("_"))];
        if (namer === undefined || permissions[namer.area] === "none") return null;
        const reader = readers.get(namer) ?? namer.read(services, companyId as Viewed);
        readers.set(namer, reader);
        try {
          return (await reader(id)) ?? null;
        } catch (error) {
          if (error instanceof Refusal && error.code === "resource_missing") return null;
          throw error;
        }
      };
      const names = await Promise.all(
        [...new Set(ids)].map(async (id) => [id, await nameOfSubject(id)] as const),
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
