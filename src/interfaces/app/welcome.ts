/** The page of the first visit: the form by which the first user of an installation gets in. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { html } from "../../core/html.ts";
import { EMPTY, type FirstVisitService, MADE_UP, type OfferedCompany } from "../../modules/intake/index.ts";
import type { NewSession } from "../../modules/tenants/sign-in/index.ts";
import { runAs } from "../../platform/log/actor.ts";
import { PATHS } from "./addresses.ts";
import type { Field, OwnRoutes } from "./keys.ts";
import { emailField, hidden, newPasswordField, type Page, problemBox, textField } from "./layout.ts";
import { notePage } from "./pages.ts";

/** What the routes of the first visit need. */
export interface WelcomeRoutes {
  readonly page: (
    path: string,
    answer: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ) => void;
  readonly form: (
    path: string,
    answer: (field: Field, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ) => void;
  readonly send: OwnRoutes["send"];
  /** Begins the session of the new user and leads to the console. */
  readonly enter: (
    request: FastifyRequest,
    reply: FastifyReply,
    session: NewSession,
  ) => Promise<FastifyReply>;
  readonly tokenOf: (request: FastifyRequest) => string;
}

const GONE = notePage(
  "This link can't be used",
  "It was used, has expired, or somebody has signed in meanwhile. The next start of the server prints a new one while nobody has.",
  { address: PATHS.signIn, label: "Sign in" },
);

/** Adds the routes of the first visit. */
export function welcomeRoutes(
  { page, form, send, enter, tokenOf }: WelcomeRoutes,
  firstVisit: FirstVisitService,
): void {
  page(PATHS.welcome, async (request, reply) => {
    const token = tokenOf(request);
    const offered = await firstVisit.readOffer(token);
    return offered === null
      ? send(reply, 404, GONE)
      : send(reply, 200, welcomePage(token, offered, NOTHING, null));
  });
  form(PATHS.welcome, async (field, request, reply) => {
    const token = field("token");
    const offered = await firstVisit.readOffer(token);
    if (offered === null) return send(reply, 404, GONE);
    const given = {
      first_name: field("first_name").trim(),
      last_name: field("last_name").trim(),
      email: field("email").trim(),
      company: field("company"),
      name: field("name"),
    };
    const visitor = {
      surface: "console",
      by: "first visitor",
      action: "firstVisit",
      company_id: null,
    } as const;
    const accepted = await runAs(visitor, () =>
      firstVisit.accept(token, { ...given, password: field("password") }),
    );
    if (accepted === null) return send(reply, 404, GONE);
    return "problem" in accepted
      ? send(reply, 422, welcomePage(token, offered, given, accepted.problem))
      : enter(request, reply, accepted);
  });
}

const NOTHING: Given = { first_name: "", last_name: "", email: "", company: "", name: "" };

interface Given {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly company: string;
  readonly name: string;
}

function welcomePage(
  token: string,
  offered: readonly OfferedCompany[],
  given: Given,
  problem: string | null,
): Page {
  const choices: readonly (readonly [value: string, label: string, note: string])[] = [
    ...offered.map(({ id, name }) => [id, name, "It is on this server already."] as const),
    ...(offered.length === 0
      ? [
          [
            MADE_UP,
            "Larkspindle, to look around",
            "A made-up company with three years of books. Making them takes some seconds.",
          ] as const,
        ]
      : []),
    [
      EMPTY,
      "A new company",
      "Books without entries. Next you import those of another program, or a bank’s file.",
    ],
  ];
  const chosen = choices.some(([value]) => value === given.company) ? given.company : choices[0]?.[0];
  const radios = choices.map(
    ([value, label, note]) =>
      html`<label class="choice"><input type="radio" name="company" value="${value}"${value === chosen ? html` checked` : null}><span>${label}<small>${note}</small></span></label>`,
  );
  return {
    title: "Welcome to Daybook",
    failed: problem !== null,
    body: html`<h1>Welcome to Daybook</h1>
${problemBox(problem)}
<p>Nobody has signed in here yet. You become the first user, who may do everything in the company that you choose.</p>
<form method="post" action="${PATHS.welcome}">
${hidden("token", token)}
<div class="pair">${textField("first_name", "First name", given.first_name, "given-name")}${textField("last_name", "Last name", given.last_name, "family-name")}</div>
${emailField(given.email)}
${newPasswordField()}
<fieldset><legend>Your company</legend>${radios}
<p class="field"><label for="name">Name of a new company</label><input id="name" name="name" value="${given.name}" autocomplete="organization" maxlength="200"></p></fieldset>
<p><button>Begin</button></p>
</form>`,
  };
}
