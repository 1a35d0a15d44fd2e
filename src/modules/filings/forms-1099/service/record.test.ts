/** The commands that record 1099 progress: transitions, refusals and audit lines. */
import { expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { formsOf } from "../../../../../test/support/forms.ts";
import { stateOf } from "../../../../../test/support/state.ts";
import { EVENTS, FORM, type FormEvent } from "../rules/states.ts";

const http = await testApp();
const { app, clock } = http;

async function newRecord() {
  const company = await http.company({ journal: [] });
  const made = await app.forms.add(company.id, 2025, "Blue Fern LLC", "ada");
  const id = made.id ?? "";
  const name = id.replace("f1099_", "");
  return { company, id, name, ...formsOf(http, company) };
}

test("a filing goes from review to filed, and each step adds an audit line", async () => {
  const { company, id, name, get, record, list } = await newRecord();
  const began = clock.now();
  expect(await get(name)).toMatchObject({
    id,
    year: 2025,
    vendor_name: "Blue Fern LLC",
    filing_status: "review_required",
    created: began,
    updated: began,
  });
  const steps = [
    ["confirm", "w9_required"],
    ["request-w9", "w9_requested"],
    ["collect-w9", "ready_to_file"],
    ["submit", "filing"],
    ["return", "ready_to_file"],
    ["submit", "filing"],
    ["file", "filed"],
  ] as const;
  for (const [event, status] of steps) {
    clock.set(clock.now() + 60);
    await record(name, event);
    expect(await get(name)).toMatchObject({
      filing_status: status,
      updated: clock.now(),
      filed_at: status === "filed" ? clock.now() : null,
      filed_elsewhere: false,
    });
  }
  expect((await list()).summaries).toEqual([
    { year: 2025, filing_status: "filed", counts: { review_required: 0, required: 1, pending: 0, filed: 1 } },
  ]);
  const { audit } = await app.forms.show(company.id, id);
  expect(audit.map(({ by }) => by)).toEqual(audit.map(() => "ada"));
  expect(
    audit.map(({ line, at, command, from_status, to_status }) => [
      line,
      at - began,
      command,
      from_status,
      to_status,
    ]),
  ).toEqual([
    [1, 0, "add", null, "review_required"],
    ...steps.map(([event, status], index) => [
      index + 2,
      60 * (index + 1),
      event,
      index === 0 ? "review_required" : steps[index - 1]?.[1],
      status,
    ]),
  ]);
});

test("a record that was filed elsewhere or is not required can be reviewed again", async () => {
  const { name, get, record } = await newRecord();
  await record(name, "file-elsewhere");
  expect(await get(name)).toMatchObject({ filing_status: "filed", filed_elsewhere: true, filed_at: null });
  await record(name, "review");
  expect(await get(name)).toMatchObject({
    filing_status: "review_required",
    filed_elsewhere: false,
    filed_at: null,
  });
  await record(name, "not-required");
  expect(await get(name)).toMatchObject({ filing_status: "not_required" });
});

test("a W-9 that is attached need not be requested", async () => {
  const { name, get, record, attach } = await newRecord();
  await attach(name);
  await record(name, "confirm");
  expect(await get(name)).toMatchObject({ filing_status: "ready_to_file" });
});

test("an impossible event is refused with the statuses that allow it, and adds no audit line", async () => {
  const WAY: readonly FormEvent[] = ["confirm", "request-w9", "collect-w9", "submit", "file"];
  const { company, id, name, get, record } = await newRecord();
  for (const step of WAY) {
    const { filing_status } = await get(name);
    const before = await stateOf(app, company.id);
    for (const event of EVENTS) {
      if (FORM.next(filing_status, event, { filed_elsewhere: false, hasW9: false }) !== null) continue;
      await expect(app.forms.recordEvent(company.id, id, event, "ada")).rejects.toMatchObject({
        code: "invalid_request",
        message: expect.stringContaining(
          `${id} has the status ${filing_status}; ${event} is possible only from `,
        ) as string,
      });
    }
    expect({ ...(await stateOf(app, company.id)), company_usage: null }).toEqual({
      ...before,
      company_usage: null,
    });
    await record(name, step);
  }
  await expect(app.forms.recordEvent(company.id, "f1099_nobodys", "confirm", "ada")).rejects.toMatchObject({
    code: "resource_missing",
  });
});

test("concurrent commands create a year's report only once", async () => {
  const company = await http.company({
    journal: [],
    form_1099_reports: [
      { report: "odd", year: 2024 },
      { report: "2023", year: null },
    ],
  });
  expect(await app.forms.open(company.id, 2025)).toMatchObject({ year: 2025, filing_status: "not_required" });
  await Promise.all(["a", "b", "c"].map((name) => app.forms.add(company.id, 2025, name, "ada")));
  expect((await app.forms.add(company.id, 2024, "d", "ada")).report_id).toBe("odd");
  expect(await app.forms.open(company.id, 2025)).toMatchObject({
    filing_status: "review_required",
    counts: { review_required: 3 },
  });
  await expect(app.forms.open(company.id, 2023)).rejects.toMatchObject({ code: "invalid_request" });
});
