/** The input of the invitation operations: accepted and refused bodies, queries and ids. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { AREAS, permissions } from "../../../../../test/support/bundle.ts";
import { sendRaw } from "../../../../../test/support/raw.ts";
import { INVITATIONS, inviteBody, teamOf } from "../../../../../test/support/team.ts";
import { LIMITS } from "@daybook/words/limits";

const http = await testApp();
const company = await http.company();
const { key } = company;
const team = teamOf(http, company);
const before = await team.read();
const INVALID = { status: 400, code: "invalid_request", type: "invalid_request_error" };
const MISSING = { status: 400, code: "parameter_missing", type: "invalid_request_error" };
const UNPROCESSABLE = {
  status: 422,
  code: "invitation_invalid",
  type: "invalid_request_error",
  param: "email",
};
const REQUIRED = ["first_name", "last_name", "email", "access_template"] as const;
const FULL = permissions("view");

async function expectNothingChanged(): Promise<void> {
  expect(await team.read()).toEqual(before);
}

describe("POST /team/invitations", () => {
  test("accepts a valid body and answers 201, and the team shows the new invitation (INV-001, INV-005)", async () => {
    const other = teamOf(http, await http.company({ invitations: [] }));
    const { status, body } = await other.invite();
    expect([status, body.changed]).toEqual([201, false]);
    expect(body.invitation).toMatchObject({
      id: expect.stringMatching(/^invite_[A-Za-z0-9]+$/),
      first_name: "Grace",
      last_name: "Ledger",
      email: "grace@example.com",
    });
    expect((await other.read()).invitations).toEqual([body.invitation]);
  });

  test("accepts only JSON (INV-006)", async () => {
    const text = JSON.stringify(inviteBody());
    const form = new URLSearchParams(inviteBody() as Record<string, string>).toString();
    for (const [type, body] of [
      ["text/plain", text],
      ["application/x-www-form-urlencoded", form],
      ["multipart/form-data; boundary=x", text],
      ["application/jsonp", text],
      ["", text],
    ] as const) {
      expect([
        type,
        await http.refusal(INVITATIONS, { key, method: "POST", body, headers: { "content-type": type } }),
      ]).toMatchObject([type, INVALID]);
    }
    await expectNothingChanged();
  });

  test.each(REQUIRED)(
    "without %s is refused with `param` naming the field, even if the query has the field (INV-007, INV-008, INV-009, INV-010, INV-011)",
    async (param) => {
      expect(await team.refusedInvite({ [param]: undefined })).toMatchObject({ ...MISSING, param });
      const query = new URLSearchParams(inviteBody() as Record<string, string>);
      expect(
        await http.refusal(`${INVITATIONS}?${query}`, {
          key,
          method: "POST",
          body: inviteBody({ [param]: undefined }),
        }),
      ).toMatchObject({ ...MISSING, param });
      await expectNothingChanged();
    },
  );

  test("reads fields only from the body, never from the query (INV-007)", async () => {
    const other = teamOf(http, await http.company({ invitations: [] }));
    const { key: theirs } = await http.company({ invitations: [] });
    expect(
      await http.refusal(
        `${INVITATIONS}?first_name=Grace&last_name=Ledger&email=grace@example.com&access_template=admin`,
        { key, method: "POST", body: {} },
      ),
    ).toMatchObject(MISSING);
    const answer = await http.send<{ invitation: object }>(
      `${INVITATIONS}?email=other@example.com&first_name=Other`,
      { key: theirs, method: "POST", body: inviteBody() },
    );
    expect([answer.status, answer.body.invitation]).toEqual([
      201,
      expect.objectContaining({ first_name: "Grace", email: "grace@example.com" }),
    ]);
    expect((await other.read()).invitations).toEqual([]);
  });

  test.each(REQUIRED)("treats a blank or invisible %s as missing (INV-012)", async (param) => {
    for (const blank of [
      "",
      " ",
      "\t \n",
      "\u00a0\u3000",
      "\u200b",
      "\u200d\u200c",
      "\ufeff",
      "\u3164",
      "\u2800",
    ]) {
      expect([blank, await team.refusedInvite({ [param]: blank })]).toMatchObject([
        blank,
        { ...MISSING, param },
      ]);
    }
    await expectNothingChanged();
  });

  test.each(REQUIRED)("refuses a %s that is not a text (INV-013)", async (param) => {
    for (const value of [null, 1, 0, true, [], ["x"], {}, { toString: "x" }])
      expect([value, await team.refusedInvite({ [param]: value })]).toMatchObject([
        value,
        { ...INVALID, param },
      ]);
    await expectNothingChanged();
  });

  test("accepts each template (INV-014, INV-015, INV-016, INV-019)", async () => {
    const other = teamOf(http, await http.company());
    const made = [
      await other.invite({ email: "a@example.com", access_template: "admin" }),
      await other.invite({ email: "b@example.com", access_template: "read_only" }),
      await other.invite({ email: "c@example.com", access_template: "custom", permissions: FULL }),
    ];
    expect(
      made.map(({ status, body }) => [status, body.invitation.access_template, body.invitation.permissions]),
    ).toEqual([
      [201, "admin", permissions("manage")],
      [201, "read_only", permissions("view", { api_access: "none" })],
      [201, "custom", FULL],
    ]);
    expect(Object.keys(FULL)).toHaveLength(14);
  });

  test("refuses another template (INV-017)", async () => {
    for (const name of [
      "none",
      "owner",
      "Admin",
      "ADMIN",
      " admin",
      "admin ",
      "readonly",
      "read-only",
      "member",
      "аdmin",
    ]) {
      expect([name, await team.refusedInvite({ access_template: name })]).toMatchObject([
        name,
        { ...INVALID, param: "access_template" },
      ]);
    }
    await expectNothingChanged();
  });

  test("needs permissions with custom (INV-018), and refuses any permissions with another template (INV-020, INV-021, INV-022)", async () => {
    expect(await team.refusedInvite({ access_template: "custom" })).toMatchObject({
      ...MISSING,
      param: "permissions",
    });
    for (const template of ["admin", "read_only"]) {
      const own = template === "admin" ? permissions("manage") : permissions("view", { api_access: "none" });
      for (const value of [null, own, FULL, {}, "", [], false]) {
        expect([
          value,
          await team.refusedInvite({ access_template: template, permissions: value }),
        ]).toMatchObject([value, { ...INVALID, param: "permissions" }]);
      }
    }
    await expectNothingChanged();
  });

  test("refuses permissions that lack an area (INV-023) or have an unknown area (INV-024) or level (INV-025, INV-026)", async () => {
    const without = (area: string) =>
      Object.fromEntries(Object.entries(FULL).filter(([name]) => name !== area));
    const wrong: unknown[] = [
      null,
      {},
      [],
      "view",
      Object.values(FULL),
      ...AREAS.map(without),
      { ...FULL, audit: "view" },
      { ...FULL, Company: "view" },
      { ...without("taxes"), tax: "view" },
      { ...FULL, api_access: "view" },
      ...["edit", "Manage", "", "write", "read", "admin", true, null, 1, ["view"], {}].map((level) => ({
        ...FULL,
        reports: level,
      })),
    ];
    for (const value of wrong)
      expect([
        value,
        await team.refusedInvite({ access_template: "custom", permissions: value }),
      ]).toMatchObject([value, { ...INVALID, param: "permissions" }]);
    const proto = JSON.stringify(inviteBody({ access_template: "custom", permissions: FULL })).replace(
      '"permissions":{',
      '"permissions":{"__proto__":{"billing":"manage"},',
    );
    expect(
      await http.refusal(INVITATIONS, {
        key,
        method: "POST",
        body: proto,
        headers: { "content-type": "application/json" },
      }),
    ).toMatchObject({ ...INVALID, param: "permissions" });
    await expectNothingChanged();
  });

  test("accepts api_access none and manage (INV-027)", async () => {
    const other = teamOf(http, await http.company());
    for (const level of ["none", "manage"] as const) {
      const { body } = await other.invite({
        email: `${level}@example.com`,
        access_template: "custom",
        permissions: permissions("view", { api_access: level }),
      });
      expect(body.invitation.permissions.api_access).toBe(level);
    }
  });

  test("refuses unknown fields (INV-028): companies (INV-029), users and inviters (INV-030), versions (INV-100), and fields that only the service sets", async () => {
    const fields = [
      "nonsense",
      "company_id",
      "company",
      "companyId",
      "user_id",
      "user",
      "inviter_id",
      "invited_by",
      "member_id",
      "version",
      "id",
      "object",
      "created",
      "expires",
      "state",
      "status",
      "accepted_at",
      "accepted_by",
      "token",
      "token_hash",
      "revision",
      "changed",
      "First_Name",
      "role",
      "admin",
      "message",
      "locale",
    ];
    for (const name of fields) {
      for (const value of ["x", null, company.id])
        expect([name, await team.refusedInvite({ [name]: value })]).toMatchObject([
          name,
          { ...INVALID, param: name },
        ]);
    }
    await expectNothingChanged();
  });

  test("accepts names in any script, and returns them unchanged", async () => {
    const other = teamOf(http, await http.company());
    const names = [
      "José",
      "Zoë-Ann O’Neill",
      "李小龍",
      "Наталья",
      "محمد",
      "می‌خواهم",
      "नर्मदा",
      "👩‍💻",
      "<b>Grace</b>",
      "'; drop table users; --",
      "x".repeat(LIMITS.text_field_characters.value),
      "👍".repeat(LIMITS.text_field_characters.value),
    ];
    for (const [index, name] of names.entries()) {
      const { status, body } = await other.invite({ email: `n${index}@example.com`, first_name: name });
      expect([status, body.invitation.first_name]).toEqual([201, name]);
    }
  });

  test("refuses names with several lines or invisible characters, and names that are too long", async () => {
    const bad = [
      "Grace\r\nBcc: x@example.com",
      "Grace\nLedger",
      "Gra\tce",
      "\u0007Grace",
      "Gra\u202ece",
      "Grace\u2066",
      "Gra\u2028ce",
      "Gra\u0085ce",
      "Gra\u001bce",
      "Gra\u200bce",
      "Gra\u061cce",
      "Gra\u00adce",
      "Grace\u{e0041}",
      "x".repeat(LIMITS.text_field_characters.value + 1),
    ];
    for (const name of bad) {
      expect([name, await team.refusedInvite({ first_name: name })]).toMatchObject([
        name,
        { ...INVALID, param: "first_name" },
      ]);
      expect([name, await team.refusedInvite({ last_name: name })]).toMatchObject([
        name,
        { ...INVALID, param: "last_name" },
      ]);
    }
    await expectNothingChanged();
  });

  test("refuses an invalid address", async () => {
    const bad = [
      "grace",
      "@example.com",
      "grace@",
      "grace@@example.com",
      "grace@example@com",
      "grace ledger@example.com",
      "grace@exam ple.com",
      " grace@example.com",
      "grace@example.com ",
      "grace@example.com\r\nBcc: x",
      "grace@example.com\n",
      "gra\tce@example.com",
      "gra\u200bce@example.com",
      "grace@exam\u00adple.com",
      "\u202egrace@example.com",
      "gra\u0007ce@example.com",
      "gra\u0085ce@example.com",
      `${"x".repeat(65)}@example.com`,
      `x@${"y".repeat(190)}`,
      // Look-alike letters: a wide g, the Kelvin sign, a ligature.
      "ｇrace@example.com",
      "grace@\u212aelvin.com",
      "grace@e\ufb03gy.com",
    ];
    for (const email of bad)
      expect([email, await team.refusedInvite({ email })]).toMatchObject([email, UNPROCESSABLE]);
    expect(
      await team.refusedInvite({ email: "x".repeat(LIMITS.text_field_characters.value + 1) }),
    ).toMatchObject({ ...INVALID, param: "email" });
    await expectNothingChanged();
  });

  test("accepts unusual but valid addresses, and returns them unchanged", async () => {
    const other = teamOf(http, await http.company());
    const good = [
      "Grace.Ledger+books@Example.COM",
      "o'neill@example.com",
      "grace@xn--mnchen-3ya.example",
      "grace@münchen.example",
      "用户@例子.example",
      `${"x".repeat(64)}@${"y".repeat(63)}.${"y".repeat(63)}.${"y".repeat(61)}`,
      "grace@localhost",
    ];
    for (const email of good) {
      const { status, body } = await other.invite({ email });
      expect([status, body.invitation.email]).toEqual([201, email]);
    }
    expect((await other.read()).invitations.map(({ email }) => email)).toEqual(expect.arrayContaining(good));
  });
});

describe("PATCH /team/invitations/{id}", () => {
  test.each([
    ["first_name (INV-056)", { first_name: "Other" }],
    ["last_name (INV-057)", { last_name: "Other" }],
    ["email (INV-058)", { email: "other@example.com" }],
    ["version (INV-059)", { version: "1" }],
    ["an unknown field (INV-060)", { nonsense: 1 }],
    ["a company or another owner (INV-060)", { company_id: "comp_other" }],
    ["a field that only the service sets (INV-060)", { expires: 2_000_000_000 }],
  ] as const)("refuses %s, alone and together with a valid change", async (_what, body) => {
    const [param = ""] = Object.keys(body);
    for (const good of [{}, { access_template: "admin" }])
      expect(await team.refusedChange("invite_change", { ...good, ...body })).toMatchObject({
        ...INVALID,
        param,
      });
    const saved = before.invitations.find(({ id }) => id === "invite_change");
    expect(
      await team.refusedChange("invite_change", { access_template: "admin", version: saved?.version }),
    ).toMatchObject({ ...INVALID, param: "version" });
    await expectNothingChanged();
  });

  test("accepts and refuses access by the same rules as for a new invitation", async () => {
    for (const [body, refusal] of [
      [{}, { ...MISSING, param: "access_template" }],
      [{ permissions: FULL }, { ...MISSING, param: "access_template" }],
      [{ access_template: " " }, { ...MISSING, param: "access_template" }],
      [{ access_template: "custom" }, { ...MISSING, param: "permissions" }],
      [{ access_template: "owner" }, { ...INVALID, param: "access_template" }],
      [
        { access_template: "admin", permissions: null },
        { ...INVALID, param: "permissions" },
      ],
      [
        { access_template: "read_only", permissions: FULL },
        { ...INVALID, param: "permissions" },
      ],
      [
        { access_template: "custom", permissions: { ...FULL, api_access: "view" } },
        { ...INVALID, param: "permissions" },
      ],
    ] as const) {
      expect([body, await team.refusedChange("invite_change", body)]).toMatchObject([body, refusal]);
    }
    await expectNothingChanged();
  });

  test("refuses an id of another form without looking for an invitation (INV-068)", async () => {
    for (const id of [
      "invite_",
      "invite_a-b",
      "invite_a.b",
      "invite_a_b",
      "invite_%C3%A9",
      "Invite_change",
      "invitation_1",
      "12345",
      "2d1f0c2e-9d0e-4d6c-8a43-2f2d6e6f0a11",
      "invite_change%20",
      "invite_change%0A",
      "mbr_1",
      "x",
    ]) {
      expect([id, await team.refusedChange(id, { access_template: "admin" })]).toMatchObject([
        id,
        { ...INVALID, param: "id" },
      ]);
      expect([id, await team.refusedResend(id)]).toMatchObject([id, { ...INVALID, param: "id" }]);
    }
    await expectNothingChanged();
  });
});

describe.each([
  ["POST", `${INVITATIONS}/invite_resend/resend`],
  ["DELETE", `${INVITATIONS}/invite_revoke`],
])("%s %s", (method, target) => {
  const refusal = (query: string, body?: string, type = "application/json") =>
    http.refusal(`${target}${query}`, {
      key,
      method,
      ...(body === undefined ? {} : { body, headers: { "content-type": type } }),
    });

  test("refuses every body: {} (INV-073), null (INV-074), white space (INV-075), and any other (INV-091)", async () => {
    for (const body of ["{}", "null", " ", "\n", "\t", "[]", '""', "0", "x", "\0"])
      expect([body, await refusal("", body)]).toMatchObject([body, INVALID]);
    for (const type of ["text/plain", "application/x-www-form-urlencoded"])
      expect(await refusal("", "a=b", type)).toMatchObject(INVALID);
    const chunked = await sendRaw(
      http.address,
      `${method} /api/v1${target} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ntransfer-encoding: chunked\r\n\r\n1\r\n \r\n0\r\n\r\n`,
    );
    expect([chunked.statuses, chunked.json]).toMatchObject([[400], { error: { code: "invalid_request" } }]);
    await expectNothingChanged();
  });

  test("refuses a company and a version in the body and in the query (INV-076, INV-077)", async () => {
    for (const name of ["company_id", "company", "version"]) {
      expect(await refusal("", JSON.stringify({ [name]: company.id }))).toMatchObject(INVALID);
      expect(await refusal(`?${name}=${company.id}`)).toMatchObject({ ...INVALID, param: name });
    }
    await expectNothingChanged();
  });

  test("refuses every parameter in the query (INV-078, INV-092)", async () => {
    for (const query of [
      "nonsense=1",
      "nonsense",
      "id=invite_revoke",
      "force=true",
      "a%20b=1",
      "x[]=1",
      "__proto__=1",
      "email=grace@example.com",
    ])
      expect([query, await refusal(`?${query}`)]).toMatchObject([query, INVALID]);
    await expectNothingChanged();
  });
});
