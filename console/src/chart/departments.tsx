/**
 * The tree of departments, which whoever manages the accounting setup adds to, renames, moves, closes and
 * deletes from. What a change means for statements and rules is shown before it is made.
 */
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { departmentsQuery, queryClient } from "../api/queries.ts";
import type { DepartmentChange } from "../api/generated/schemas.ts";
import { ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { Facts } from "../kit/facts.tsx";
import { useDraft } from "../kit/draft.ts";
import { Form, TextField } from "../kit/form.tsx";
import { Refusal } from "../kit/refusal.tsx";
import { useFocusBack } from "../kit/focus-back.ts";
import { LabelledName } from "../kit/name-field.tsx";
import { Panel } from "../kit/panel.tsx";
import { EmptyState, Loading, ProblemState } from "../kit/states.tsx";
import { DEPARTMENT_TIERS, departmentChangeText, inTree, parentChoices, TOP } from "./chart.ts";
import { NameForm } from "./name-form.tsx";
import { Consequences } from "../parts/consequences.tsx";
import { CLOSED, type Search } from "./search.ts";
import { type Column, TreeTable } from "./tree-table.tsx";
import { problemOf } from "../parts/stale.tsx";
import { useWrite } from "../parts/use-write.ts";

type Department = DepartmentChange["department"];

interface PartProps {
  readonly company: Company;
  readonly departments: readonly Department[];
  readonly search: Search;
  readonly go: (change: Search, replace?: boolean) => void;
  readonly onSay: (what: string) => void;
}

export function Departments(given: Omit<PartProps, "departments">) {
  const { company, search } = given;
  const query = useQuery(departmentsQuery(company.id));
  if (problemOf(query))
    return <ProblemState isBelow error={query.error} retry={() => void query.refetch()} />;
  if (query.data === undefined) return <Loading what="the departments" />;
  const part = { ...given, departments: query.data };
  const isOpen =
    search.department !== undefined ||
    (search.do === "add" && company.permissions.accounting_setup === "manage");
  return (
    <div className={isOpen ? "split open" : "split"}>
      <div className="sheet">
        <Tree {...part} />
      </div>
      {isOpen ? <Beside {...part} /> : null}
    </div>
  );
}

function Tree({ departments, search, go }: PartProps) {
  const words = (search.find ?? "").trim().toLowerCase();
  const all = useMemo(() => inTree(departments), [departments]);
  const rows = useMemo(() => all.filter(({ name }) => name.toLowerCase().includes(words)), [all, words]);
  const columns = useMemo<Column<Department>[]>(() => {
    const parents = new Set(departments.map(({ parent_id }) => parent_id));
    return [
      {
        name: "Can be assigned",
        text: ({ id, assignable }) =>
          assignable ? "Yes" : parents.has(id) ? "Subdepartments only" : "No, it is closed",
      },
    ];
  }, [departments]);
  if (departments.length === 0)
    return (
      <EmptyState isBelow title="No departments yet">
        <p>
          Departments say which part of the company an amount belongs to. The income statement can have a row
          for each of them.
        </p>
      </EmptyState>
    );
  if (rows.length === 0) return <p className="none">No department has these letters.</p>;
  return (
    <TreeTable
      caption="Departments in the order of the tree"
      head="Department"
      rows={rows}
      columns={columns}
      opened={search.department}
      onOpen={(department) => go({ ...CLOSED, department })}
    />
  );
}

function Beside(props: PartProps) {
  const { company, departments, search, go, onSay } = props;
  const opened = search.do === "add" ? "add" : (search.department ?? "");
  useFocusBack(`[data-opens="${CSS.escape(opened)}"]`);
  const close = useCallback(() => go(CLOSED), [go]);
  const panel = { onClose: close, focusKey: opened };
  const department = departments.find(({ id }) => id === search.department);
  if (search.do === "add")
    return (
      <Panel {...panel} name="New department" title="New department">
        <Add
          company={company}
          departments={departments}
          onClose={close}
          onAdded={({ id, name }) => {
            go({ ...CLOSED, find: undefined, department: id });
            onSay(`${name} is added.`);
          }}
        />
      </Panel>
    );
  const hasChildren = departments.some(({ parent_id }) => parent_id === department?.id);
  return (
    <Panel {...panel} name="Department" title={department?.name ?? "No such department"}>
      {department === undefined ? (
        <p className="none">It was deleted, or the address is wrong.</p>
      ) : (
        <>
          <Facts
            facts={[
              [
                "Can be assigned",
                department.assignable
                  ? "yes"
                  : hasChildren
                    ? "no, but those below it can"
                    : "no, it is closed",
              ],
              ["Id", <code key="id">{department.id}</code>],
            ]}
          />
          {company.permissions.accounting_setup === "manage" ? (
            <Edit key={department.id} {...props} department={department} hasChildren={hasChildren} />
          ) : null}
        </>
      )}
    </Panel>
  );
}

/** An edit of a department. */
type EditOf =
  | { readonly name: string }
  | { readonly assignable: boolean }
  | { readonly parent: string | null }
  | { readonly isDeleted: true };

function send(company: string, id: string, edit: EditOf, preview: boolean): Promise<DepartmentChange> {
  if ("parent" in edit) return ownOf(company).moveDepartment(id, { ...edit, preview });
  if ("isDeleted" in edit) return ownOf(company).deleteDepartment(id, { preview });
  return ownOf(company).changeDepartment(id, { ...edit, preview });
}

function Edit(props: PartProps & { readonly department: Department; readonly hasChildren: boolean }) {
  const { company, departments, department, hasChildren, go, onSay } = props;
  const [proposed, setProposed] = useState<EditOf | null>(null);
  const write = useWrite({
    mutationFn: (edit: EditOf) => send(company.id, department.id, edit, false),
    onSuccess: async (change, edit) => {
      setProposed(null);
      if ("isDeleted" in edit) go(CLOSED);
      await queryClient.invalidateQueries();
      onSay(
        "isDeleted" in edit
          ? `${change.department.name} is deleted.`
          : `${change.department.name} is changed. ${departmentChangeText(change)}`,
      );
    },
  });
  const parents = useMemo(
    () => parentChoices(departments, department.id, DEPARTMENT_TIERS),
    [departments, department.id],
  );
  const parent = proposed !== null && "parent" in proposed ? proposed.parent : department.parent_id;
  return (
    <>
      <NameForm name={department.name} isBusy={write.isPending} onRename={(name) => write.mutate({ name })} />
      <div className="form">
        <LabelledName
          label="Parent"
          value={departments.find(({ id }) => id === parent)?.name ?? TOP}
          choices={parents}
          onChoose={({ id }) => setProposed(id === department.parent_id ? null : { parent: id })}
        />
        <p className="buttons">
          {hasChildren ? null : (
            <button
              type="button"
              className="button"
              onClick={() => setProposed({ assignable: !department.assignable })}
            >
              {department.assignable ? "Close it to new amounts" : "Open it to new amounts"}
            </button>
          )}
          <button type="button" className="button" onClick={() => setProposed({ isDeleted: true })}>
            Delete it
          </button>
        </p>
      </div>
      {proposed === null ? null : (
        <Consequences
          queryKey={[company.id, department.id, proposed]}
          tryIt={() => send(company.id, department.id, proposed, true)}
          text={(change) =>
            "isDeleted" in proposed ? "Nothing names it. You can’t undo this." : departmentChangeText(change)
          }
          isBusy={write.isPending}
          verb={"isDeleted" in proposed ? "Delete it now" : "Change it"}
          onMake={() => write.mutate(proposed)}
          onDrop={() => setProposed(null)}
        />
      )}
      <Refusal error={write.error} />
    </>
  );
}

function Add(props: {
  readonly company: Company;
  readonly departments: readonly Department[];
  readonly onClose: () => void;
  readonly onAdded: (department: Department) => void;
}) {
  const { company, departments, onClose, onAdded } = props;
  const [{ name, parent }, write] = useDraft<{ name: string; parent: string | null }>({
    name: "",
    parent: null,
  });
  const parents = useMemo(() => parentChoices(departments, "", DEPARTMENT_TIERS), [departments]);
  const add = useWrite({
    mutationFn: () => ownOf(company.id).addDepartment({ name, ...(parent === null ? {} : { parent }) }),
    onSuccess: async ({ department }) => {
      await queryClient.invalidateQueries();
      onAdded(department);
    },
  });
  const preview = useQuery({
    queryKey: ["preview", company.id, "department", parent],
    enabled: parent !== null,
    queryFn: () => ownOf(company.id).addDepartment({ name: "New department", parent, preview: true }),
  });
  return (
    <Form
      verb="Add the department"
      isBusy={add.isPending}
      error={add.error}
      onSend={() => add.mutate()}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        required
        autoFocus
        param="name"
        onText={(text) => write({ name: text })}
      />
      <LabelledName
        label="Parent"
        value={departments.find(({ id }) => id === parent)?.name ?? TOP}
        choices={parents}
        onChoose={({ id }) => write({ parent: id })}
      />
      {preview.data === undefined || parent === null ? null : (
        <p className="note" role="status" dir="auto">
          {departmentChangeText(preview.data)}
        </p>
      )}
    </Form>
  );
}
