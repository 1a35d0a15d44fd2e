/** What one can do with a schedule: another last month, an early end, a disposal, and taking an end back. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { categoriesQuery, queryClient } from "../api/queries.ts";
import type { OpenedSchedule, Schedule } from "../api/generated/schemas.ts";
import { ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { useDraft } from "../kit/draft.ts";
import { DayInput } from "../kit/day-input.tsx";
import { amountText } from "../kit/amounts.ts";
import { centsOf } from "../kit/typed-amounts.ts";
import { Consequences } from "../parts/consequences.tsx";
import { dayText, isDay } from "../kit/dates.ts";
import { SelectField, TextField } from "../kit/form.tsx";
import { Refusal } from "../kit/refusal.tsx";
import { LabelledName } from "../kit/name-field.tsx";
import { leavesOf } from "../parts/leaves.ts";
import { useWrite } from "../parts/use-write.ts";

/** A change that is proposed. */
type Edit =
  | { readonly what: "move" | "end"; readonly day: string }
  | { readonly what: "reopen" }
  | {
      readonly what: "dispose";
      readonly day: string;
      readonly proceeds: number;
      readonly to: string;
      /** The category of the gain or loss; null for the only one of its kind. */
      readonly result: string | null;
    };

function send(company: string, id: string, edit: Edit, preview: boolean): Promise<OpenedSchedule> {
  const service = ownOf(company);
  switch (edit.what) {
    case "move":
      return service.moveScheduleEnd(id, { last_day: edit.day, preview });
    case "end":
      return service.endSchedule(id, { on: edit.day, preview });
    case "reopen":
      return service.reopenSchedule(id, { preview });
    case "dispose":
      return service.disposeAsset(id, {
        on: edit.day,
        proceeds_cents: edit.proceeds,
        to: edit.to,
        ...(edit.result === null ? {} : { result: edit.result }),
        preview,
      });
  }
}

/** What a schedule is after a change, in sentences. */
function changeText({ schedule, lines, in_operating, preview }: OpenedSchedule): string {
  const next = lines.find(({ is_recognized }) => !is_recognized);
  const share =
    next === undefined
      ? "Nothing is left to come."
      : `The next share is ${amountText(next.amount_cents)}, on ${dayText(next.date)}.`;
  if (schedule.ended_as === "disposed" && schedule.ended_on !== null) {
    const gain = schedule.gain_cents ?? 0;
    const result =
      gain === 0
        ? "without a gain or loss"
        : `with a ${gain > 0 ? "gain" : "loss"} of ${amountText(Math.abs(gain))}`;
    const left = `The asset ${preview ? "would leave" : "left"} the books on ${dayText(schedule.ended_on)}, ${result}.`;
    return in_operating === null
      ? left
      : `${left} The cash flow statement takes the ${amountText(in_operating.amount_cents)} of ${in_operating.category_name} out of operating activities, and investing exceeds the proceeds by them. To show the proceeds in investing, put ${in_operating.category_name} and the category of the depreciation into the section Investing, on the page Chart of accounts.`;
  }
  return `It ${preview ? "would run" : "runs"} through ${dayText(schedule.last_day)}, over ${schedule.months} ${schedule.months === 1 ? "month" : "months"}. ${share}`;
}

interface ActionsProps {
  readonly company: Company;
  readonly schedule: Schedule;
  readonly onSay: (what: string) => void;
}

type What = Edit["what"] | "nothing";

interface Draft {
  readonly what: What;
  readonly day: string;
  readonly proceeds: string;
  readonly to: string | null;
  readonly result: string | null;
}

export function ScheduleActions({ company, schedule, onSay }: ActionsProps) {
  const [draft, put] = useDraft<Draft>({ what: "nothing", day: "", proceeds: "", to: null, result: null });
  const { what, day, proceeds, to, result } = draft;
  const write = useWrite({
    mutationFn: (edit: Edit) => send(company.id, schedule.id, edit, false),
    onSuccess: async (opened) => {
      put({ what: "nothing" });
      await queryClient.invalidateQueries();
      onSay(changeText(opened));
    },
  });
  const choices: (readonly [What, string])[] = [
    ["nothing", "Choose…"],
    ...(schedule.ended_on === null
      ? ([
          ["move", "Another last month"],
          ["end", "End it on a day"],
          ...(schedule.kind === "capitalization" ? ([["dispose", "Dispose of the asset"]] as const) : []),
        ] as const)
      : ([["reopen", "Take the end back"]] as const)),
  ];
  const edit = editOf(what, day, centsOf(proceeds), to, result);
  return (
    <div className="form">
      <SelectField
        label="Change it"
        value={what}
        choices={choices}
        onChoose={(word) => {
          put({ what: choices.find(([each]) => each === word)?.[0] ?? "nothing", day: "" });
          write.reset();
        }}
      />
      {what === "nothing" || what === "reopen" ? null : (
        <DayInput
          label={what === "move" ? "A day of the last month" : "Day"}
          value={day}
          onDay={(next) => put({ day: next })}
        />
      )}
      {what === "dispose" ? (
        <Proceeds
          company={company}
          proceeds={proceeds}
          onProceeds={(next) => put({ proceeds: next })}
          to={to}
          onTo={(next) => put({ to: next })}
          result={result}
          onResult={(next) => put({ result: next })}
        />
      ) : null}
      {edit === null ? null : (
        <Consequences
          queryKey={[company.id, schedule.id, edit]}
          tryIt={() => send(company.id, schedule.id, edit, true)}
          text={changeText}
          isBusy={write.isPending}
          onMake={() => write.mutate(edit)}
          onDrop={() => put({ what: "nothing" })}
        />
      )}
      <Refusal error={write.error} />
    </div>
  );
}

/** The change that the fields make; null while they are not whole. */
function editOf(
  what: What,
  day: string,
  proceeds: number | null,
  to: string | null,
  result: string | null,
): Edit | null {
  if (what === "nothing") return null;
  if (what === "reopen") return { what };
  if (!isDay(day)) return null;
  if (what !== "dispose") return { what, day };
  return proceeds === null || proceeds < 0 || to === null ? null : { what, day, proceeds, to, result };
}

function Proceeds(props: {
  readonly company: Company;
  readonly proceeds: string;
  readonly onProceeds: (text: string) => void;
  readonly to: string | null;
  readonly onTo: (id: string | null) => void;
  readonly result: string | null;
  readonly onResult: (id: string | null) => void;
}) {
  const { company, proceeds, onProceeds, to, onTo, result, onResult } = props;
  const categories = useQuery(categoriesQuery(company.id)).data;
  const choices = useMemo(() => leavesOf(categories ?? []), [categories]);
  const nameOf = (category: string | null): string | null =>
    choices.find(({ id }) => id === category)?.name ?? null;
  return (
    <>
      <TextField label="What was paid for it" inputMode="decimal" value={proceeds} onText={onProceeds} />
      <LabelledName label="Booked on" value={nameOf(to)} choices={choices} onChoose={({ id }) => onTo(id)} />
      <LabelledName
        label="Gain or loss on"
        hint="The chart's category for it"
        value={nameOf(result)}
        choices={choices}
        onChoose={({ id }) => onResult(id)}
      />
    </>
  );
}
