/** Categories and departments by their names, for operations that take ids. */
import type { CompanyFor, Right } from "@daybook/words/areas";
import { parseId } from "@daybook/words/public-id";
import { UsageProblem } from "../fields.ts";
import type { CommandServices } from "../services.ts";

const LISTS = { category: "listCategories", department: "listDepartments" } as const;
export type Nameable = keyof typeof LISTS;

interface Whole {
  readonly data: readonly { readonly id: string; readonly name: string }[];
}

/** Returns the id of what has this id, or alone has this name in upper or lower case. Throws `UsageProblem`. */
export type IdNamed = (kind: Nameable, text: string) => Promise<string>;

/** Makes the look-up of a command. A list is read when the first name needs it, and once. */
export function namesOf(app: CommandServices, companyId: CompanyFor<Right>): IdNamed {
  const lists = new Map<Nameable, Promise<Whole>>();
  const listOf = (kind: Nameable): Promise<Whole> => {
    const given = { path: {}, query: {}, body: {} };
    const list =
      lists.get(kind) ?? (app.callOperation({ operation: LISTS[kind], companyId, given }) as Promise<Whole>);
    lists.set(kind, list);
    return list;
  };
  return async (kind, text) => {
    if (parseId(kind, text) !== null) return text;
    const { data } = await listOf(kind);
    const named = data.filter(({ name }) => name.toLowerCase() === text.trim().toLowerCase());
    const [found] = named;
    if (found === undefined)
      throw new UsageProblem(`There is no ${kind} ${JSON.stringify(text)}. Give its id or its name.`);
    if (named.length > 1)
      throw new UsageProblem(
        `${named.length} ${kind === "category" ? "categories" : "departments"} are called ${JSON.stringify(text)}: ${named.map(({ id }) => id).join(", ")}. Give the id.`,
      );
    return found.id;
  };
}
