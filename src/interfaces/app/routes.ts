/**
 * The web console over HTTP: pages for people, in which they sign in, accept invitations and keep their API
 * keys. It only translates between forms and use cases. Invariants: nothing is changed by GET; every form
 * comes from a page of this service, and one of a session carries that session's token; a user id never comes
 * from a browser.
 */
import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { unavailableMessage, unavailableReason } from "../../platform/db/unavailable.ts";
import { ERRORS, Refusal } from "../../core/errors.ts";
import type { AccessService } from "../../modules/tenants/access/index.ts";
import type { FirstVisitService } from "../../modules/intake/index.ts";
import type { SheetsService } from "../../modules/sheets/index.ts";
import {
  type UserRefusal,
  formToken,
  type NewSession,
  type AttemptRefusal,
  type SignInRefusal,
  type SignInService,
} from "../../modules/tenants/sign-in/index.ts";
import type { AcceptanceResult, TeamService } from "../../modules/tenants/team/index.ts";
import { countedAddress } from "../../modules/tenants/usage/index.ts";
import type { Workbooks } from "../../platform/workbooks/index.ts";
import { runAs } from "../../platform/log/actor.ts";
import type { Log } from "../../platform/log/log.ts";
import { remoteAddress } from "../door/index.ts";
import { APP_ROOT, PATHS } from "./addresses.ts";
import { type ApplicationServices, applicationRoutes } from "./application.ts";
import { formOf, isSame, keepSession, leadTo, sendPage, sessionOf } from "./browser.ts";
import { layout, type Page } from "./layout.ts";
import {
  forgotPage,
  forgotSentPage,
  joinPage,
  notePage,
  passwordPage,
  resetPage,
  TO_KEYS,
  waitText,
} from "./pages.ts";
import { type Field, keyRoutes, type OwnRoutes, type Visit } from "./keys.ts";
import { signInRoutes } from "./sign-in-routes.ts";
import { sheetRoutes } from "./sheets.ts";
import { welcomeRoutes } from "./welcome.ts";
import { STYLE } from "./style.ts";

export interface ConsoleServices {
  readonly firstVisit: FirstVisitService;
  readonly application: ApplicationServices;
  readonly signIn: SignInService;
  readonly team: Pick<TeamService, "readOffer" | "accept">;
  readonly access: Pick<
    AccessService,
    "createKey" | "createReadOnlyKey" | "listKeysOfUser" | "listMemberships" | "renameKey" | "revokeKey"
  >;
  readonly sheets: Pick<SheetsService, "get" | "calculated">;
  readonly workbooks: Pick<Workbooks, "write">;
  /** The address under which people reach the service; null if it is not configured. */
  readonly publicUrl: string | null;
  readonly now: () => UnixSeconds;
}

/** The largest form: more than people write in one. */
const FORM_BYTES = 8_192;
const STYLE_ADDRESS = `${APP_ROOT}/style-${createHash("sha256").update(STYLE).digest("base64url").slice(0, 22)}.css`;

const TO_SIGN_IN = { address: PATHS.signIn, label: "Sign in" };
const WRONG = "The e-mail address or the password is wrong.";
const LINK_GONE = notePage(
  "This link can't be used",
  "It was used, has expired, or a newer one took its place.",
  { address: PATHS.forgot, label: "Get a new link" },
);
const OFFER_GONE = notePage(
  "This invitation can't be accepted",
  "It was accepted or revoked, has expired, or a newer mail took the place of this one. Ask whoever invited you to send it again.",
  TO_SIGN_IN,
);
const NO_PAGE = notePage("No such page", "There is no page at this address.", TO_KEYS);
const FOREIGN_FORM = notePage(
  "This form was not sent from here",
  "The browser says that another page sent it, or does not say where it comes from. Nothing was changed.",
  TO_KEYS,
);

/** Pages and forms of signed-in users, each a file of its own. */
const OWN_ROUTES: readonly ((routes: OwnRoutes, services: ConsoleServices) => void)[] = [
  keyRoutes,
  sheetRoutes,
];

/** Adds the console's routes. */
export function appRoutes(app: FastifyInstance, services: ConsoleServices, log: Log): void {
  const { signIn, team, publicUrl, now } = services;
  const send = (reply: FastifyReply, status: number, page: Page) =>
    sendPage(reply, status, layout(page, STYLE_ADDRESS));
  const shut = (reply: FastifyReply, refusal: SignInRefusal, page: (problem: string) => Page) => {
    if (isBarred(refusal)) return send(reply, 403, page(UNJOINED[refusal.refused]));
    if (refusal.refused === "wrong") return send(reply, 401, page(WRONG));
    return send(
      reply.header("retry-after", String(Math.max(1, refusal.until - now()))),
      429,
      page(waitText(refusal.until)),
    );
  };
  /** Replaces the browser's session, even another user's, by a new one. */
  const enter = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { session }: NewSession,
    back: string = PATHS.home,
  ) => {
    const former = sessionOf(request, publicUrl);
    if (former !== null) await signIn.signOut(former);
    keepSession(reply, session, publicUrl);
    return leadTo(reply, back);
  };
  const addressOf = (request: FastifyRequest) => countedAddress(remoteAddress(request));

  async function signed(request: FastifyRequest): Promise<Visit | null> {
    const session = sessionOf(request, publicUrl);
    const user = session === null ? null : await signIn.userOf(session, request.headers["user-agent"] ?? "");
    return session === null || user === null
      ? null
      : { user, session, visitor: { email: user.email, form: formToken(session) } };
  }

  void app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof Refusal && error.code === "foreign_request") return send(reply, 403, FOREIGN_FORM);
      const { status, text } = failureOf(error, request, log);
      return send(reply, status, notePage("This did not work", text, TO_KEYS));
    });

    /** A page for every visitor. */
    const page = (
      path: string,
      answer: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | FastifyReply,
    ) => scope.get(path, answer);
    /** A page for signed-in users; others are sent to the sign-in page. */
    const ownPage = (
      path: string,
      answer: (signed: Visit, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
    ) =>
      page(path, async (request, reply) => {
        const own = await signed(request);
        return own === null ? leadTo(reply, PATHS.signIn) : answer(own, request, reply);
      });
    /** A form. The front door lets in only what a page of this service sends. */
    const form = (
      path: string,
      answer: (field: Field, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
    ) =>
      scope.post(path, { bodyLimit: FORM_BYTES }, async (request, reply) => {
        const field = formOf(request);
        return field === null
          ? send(
              reply,
              400,
              notePage("This is no form", "The request does not hold the fields of a form.", TO_KEYS),
            )
          : answer(field, request, reply);
      });
    /** A form for signed-in users. */
    const ownForm = (
      path: string,
      answer: (
        signed: Visit,
        field: Field,
        request: FastifyRequest,
        reply: FastifyReply,
      ) => Promise<FastifyReply>,
    ) =>
      form(path, async (field, request, reply) => {
        const own = await signed(request);
        if (own === null) return leadTo(reply, PATHS.signIn);
        return isSame(field("form"), own.visitor.form)
          ? answer(own, field, request, reply)
          : send(reply, 403, FOREIGN_FORM);
      });

    page(STYLE_ADDRESS, (_request, reply) =>
      reply
        .header("cache-control", "public, max-age=31536000, immutable")
        .header("x-content-type-options", "nosniff")
        .header("content-type", "text/css; charset=utf-8")
        .send(STYLE),
    );
    page(`${APP_ROOT}/`, (_request, reply) => leadTo(reply, PATHS.home));
    page(`${APP_ROOT}/*`, (_request, reply) => send(reply, 404, NO_PAGE));
    scope.post(`${APP_ROOT}/*`, { bodyLimit: FORM_BYTES }, (_request, reply) => send(reply, 404, NO_PAGE));

    applicationRoutes(scope, signed, send, services.application);

    signInRoutes({ page, form, send, shut, enter, signed, addressOf }, signIn);
    ownForm(PATHS.signOut, async ({ session }, _field, _request, reply) => {
      await signIn.signOut(session);
      keepSession(reply, null, publicUrl);
      return leadTo(reply, PATHS.signIn);
    });

    page(PATHS.forgot, (_request, reply) => send(reply, 200, forgotPage("", null)));
    form(PATHS.forgot, async (field, request, reply) => {
      const email = field("email").trim();
      const refusal = await signIn.requestLink(email, addressOf(request));
      if (refusal?.refused === "wrong")
        return send(reply, 422, forgotPage(email, "This is no e-mail address."));
      return refusal === null
        ? send(reply, 200, forgotSentPage(email))
        : shut(reply, refusal, (problem) => forgotPage(email, problem));
    });
    page(PATHS.reset, async (request, reply) => {
      const token = tokenOf(request);
      const user = await signIn.userOfLink(token);
      return user === null
        ? send(reply, 404, LINK_GONE)
        : send(reply, 200, resetPage(token, user.email, null));
    });
    form(PATHS.reset, async (field, request, reply) => {
      const token = field("token");
      const user = await signIn.userOfLink(token);
      const used = user && (await signIn.useLink(token, field("password")));
      if (!user || !used) return send(reply, 404, LINK_GONE);
      return "problem" in used
        ? send(reply, 422, resetPage(token, user.email, used.problem))
        : enter(request, reply, used);
    });
    ownPage(PATHS.password, async ({ visitor }, _request, reply) =>
      send(reply, 200, passwordPage(visitor, null)),
    );
    ownForm(PATHS.password, async ({ user, visitor }, field, request, reply) => {
      const changed = await signIn.changePassword(
        user,
        { current: field("current"), next: field("password") },
        addressOf(request),
      );
      if ("problem" in changed) return send(reply, 422, passwordPage(visitor, changed.problem));
      return "refused" in changed
        ? shut(reply, changed, (problem) =>
            passwordPage(visitor, problem === WRONG ? "The current password is wrong." : problem),
          )
        : enter(request, reply, changed);
    });

    page(PATHS.join, async (request, reply) => {
      const token = tokenOf(request);
      const offer = await team.readOffer(token);
      return offer === null
        ? send(reply, 404, OFFER_GONE)
        : send(reply, 200, joinPage(token, offer, offer, null));
    });
    form(PATHS.join, async (field, request, reply) => {
      const token = field("token");
      const given = { first_name: field("first_name"), last_name: field("last_name") };
      const offer = await team.readOffer(token);
      if (offer === null) return send(reply, 404, OFFER_GONE);
      const password = field("password");
      const invitee = {
        surface: "console",
        by: "invitee",
        action: "acceptInvitation",
        company_id: null,
      } as const;
      const accepted = await runAs(invitee, () =>
        team.accept(token, { ...given, password, address: addressOf(request) }),
      );
      if ("session" in accepted) return enter(request, reply, accepted);
      const again = (problem: string) => joinPage(token, offer, given, problem);
      if ("problem" in accepted) return send(reply, 422, again(accepted.problem));
      return isShut(accepted)
        ? shut(reply, accepted, (problem) =>
            again(problem === WRONG ? "This is not your password." : problem),
          )
        : send(reply, 409, unjoined(accepted));
    });

    welcomeRoutes({ page, form, send, enter, tokenOf }, services.firstVisit);
    for (const add of OWN_ROUTES) add({ ownPage, ownForm, send }, services);
  });
}

function tokenOf(request: FastifyRequest): string {
  const [token = ""] = Object.keys(request.query as Record<string, unknown>);
  return token;
}

function isShut(refusal: Extract<AcceptanceResult, { refused: string }>): refusal is AttemptRefusal {
  return refusal.refused === "wrong" || refusal.refused === "too_many";
}

function isBarred(refusal: SignInRefusal): refusal is UserRefusal {
  return refusal.refused === "deactivated" || refusal.refused === "staging";
}

const UNJOINED = {
  unusable: "The invitation was changed meanwhile. Open its link again.",
  shown:
    "Your password was set with a link that another company’s team could see. Set a new one first: ask for a link under “Set or forgot your password?” on the sign-in page, or whoever runs this server, if it sends no mail. Then open the invitation’s link again.",
  on_team: "You are on this company's team already.",
  deactivated: "Your user is deactivated. Ask whoever runs this server.",
  staging: "This is a staging server, which is open to its operator's own people only.",
} as const;

function unjoined({ refused }: { readonly refused: keyof typeof UNJOINED }): Page {
  return notePage("This invitation was not accepted", UNJOINED[refused], TO_SIGN_IN);
}

/** The text of an error for people. Internal details are logged. */
function failureOf(
  error: unknown,
  request: FastifyRequest,
  log: Log,
): { readonly status: number; readonly text: string } {
  if (error instanceof Refusal) return { status: error.status, text: error.message };
  const {
    statusCode = 500,
    message = String(error),
    stack,
  } = error as { statusCode?: number; message?: string; stack?: string };
  if (statusCode < 500)
    return { status: statusCode, text: "The request is malformed, or larger than any form here." };
  const { status, message: text } =
    ERRORS[unavailableReason(error) === null ? "internal_error" : "service_unavailable"];
  // The query may hold a token.
  log.error({ url: request.url.split("?", 1)[0], error: message, stack }, "a page failed");
  return { status, text: unavailableMessage(error) ?? text };
}
