/**
 * The departments that the lines of a journal name, all of one tier. Invariant: the same names in the
 * same order give the same departments, ids included. Names that differ only in capitals or blanks are one.
 */
import { LIMITS } from "@daybook/words/limits";
import { PREFIXES, type PublicId } from "@daybook/words/public-id";
import { LineProblem } from "../../../platform/text/line-problem.ts";
import type { BundleDepartment } from "../../../contract/bundle-records.ts";
import { foldedName, spellingNote } from "./spellings.ts";

interface NamedDepartment {
  readonly id: PublicId<"department">;
  readonly name: string;
  /** Says that it was spelled in two ways. */
  note: string | null;
}

export class DepartmentList {
  /** Departments by folded name. */
  readonly #departments = new Map<string, NamedDepartment>();
  /** The ids that the company has before the import. */
  readonly #own = new Set<string>();
  #lastNumber = 0;

  /** Adds the departments that the company already has. */
  addOwn(departments: readonly { readonly id: PublicId<"department">; readonly name: string }[]): void {
    for (const { id, name } of departments) {
      this.#own.add(id);
      if (!this.#departments.has(foldedName(name)))
        this.#departments.set(foldedName(name), { id, name, note: null });
    }
  }

  get size(): number {
    return this.#departments.size;
  }

  /** The department of a name, made when the name is new. Throws `LineProblem` at `line` for one too many. */
  department(name: string, line: number): PublicId<"department"> {
    const key = foldedName(name);
    const known = this.#departments.get(key);
    if (known) {
      if (known.name !== name) known.note ??= spellingNote("department", name, known.name, line);
      return known.id;
    }
    const most = LIMITS.departments.value;
    if (this.size >= most) throw new LineProblem(line, `The journal has more than ${most} departments.`);
    const id = this.#newId();
    this.#departments.set(key, { id, name, note: null });
    return id;
  }

  #newId(): PublicId<"department"> {
    for (;;) {
      this.#lastNumber += 1;
      const id = `${PREFIXES.department}${this.#lastNumber}` as PublicId<"department">;
      if (!this.#own.has(id)) return id;
    }
  }

  /** The new ones in the order in which they first appeared. */
  list(): Omit<BundleDepartment, "created">[] {
    const all = Array.from(this.#departments.values(), (department, position) => ({
      ...department,
      position,
    }));
    return all
      .filter(({ id }) => !this.#own.has(id))
      .map(({ id, name, position }) => ({
        id,
        name,
        parent_id: null,
        position,
        assignable: true,
      }));
  }

  /** A sentence for each department that was spelled in several ways. */
  notes(): string[] {
    return [...this.#departments.values()].map(({ note }) => note).filter((note) => note !== null);
  }
}
