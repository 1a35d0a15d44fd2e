/**
 * The departments that the lines of a journal name, all of one tier. Invariant: the same names in the
 * same order give the same departments, ids included.
 */
import { LIMITS } from "../../../core/limits.ts";
import { PREFIXES, type PublicId } from "../../../core/public-id.ts";
import { LineProblem } from "../../../core/line-problem.ts";
import type { BundleDepartment } from "./bundle-records.ts";

export class DepartmentList {
  readonly #ids = new Map<string, PublicId<"department">>();

  get size(): number {
    return this.#ids.size;
  }

  /** The department of a name, made when the name is new. Throws `LineProblem` at `line` for one too many. */
  department(name: string, line: number): PublicId<"department"> {
    const known = this.#ids.get(name);
    if (known) return known;
    const most = LIMITS.departments.value;
    if (this.#ids.size >= most) throw new LineProblem(line, `The journal has more than ${most} departments.`);
    const id = `${PREFIXES.department}${this.#ids.size + 1}` as PublicId<"department">;
    this.#ids.set(name, id);
    return id;
  }

  /** In the order in which they first appeared. */
  list(): Omit<BundleDepartment, "created">[] {
    return [...this.#ids].map(([name, id], position) => ({ id, name, parent_id: null, position, assignable: true }));
  }
}
