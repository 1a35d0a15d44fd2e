/** The page for signing in, which leads back to the address of the browser application that was asked for. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { NewSession, SignInRefusal, SignInService } from "../../modules/tenants/sign-in/index.ts";
import { PATHS, returnAddress } from "./addresses.ts";
import { leadTo } from "./browser.ts";
import type { OwnRoutes, Visit } from "./keys.ts";
import type { Page } from "./layout.ts";
import { signInPage } from "./pages.ts";
import type { WelcomeRoutes } from "./welcome.ts";

/** What the routes for signing in need. */
export interface SignInRoutes extends Pick<WelcomeRoutes, "page" | "form"> {
  readonly send: OwnRoutes["send"];
  /** Answers a refused attempt with the page that it came from. */
  readonly shut: (
    reply: FastifyReply,
    refusal: SignInRefusal,
    page: (problem: string) => Page,
  ) => FastifyReply;
  readonly enter: (
    request: FastifyRequest,
    reply: FastifyReply,
    session: NewSession,
    back: string,
  ) => Promise<FastifyReply>;
  readonly signed: (request: FastifyRequest) => Promise<Visit | null>;
  readonly addressOf: (request: FastifyRequest) => string;
}

/** Adds the routes for signing in. */
export function signInRoutes(
  { page, form, send, shut, enter, signed, addressOf }: SignInRoutes,
  signIn: Pick<SignInService, "signIn">,
): void {
  page(PATHS.signIn, async (request, reply) => {
    const back = returnAddress((request.query as Record<string, unknown>)["to"]);
    return (await signed(request)) === null
      ? send(reply, 200, signInPage("", back, null))
      : leadTo(reply, back);
  });
  form(PATHS.signIn, async (field, request, reply) => {
    const attempt = {
      email: field("email").trim(),
      password: field("password"),
      address: addressOf(request),
    };
    const back = returnAddress(field("to"));
    const entered = await signIn.signIn(attempt);
    return "refused" in entered
      ? shut(reply, entered, (problem) => signInPage(attempt.email, back, problem))
      : enter(request, reply, entered, back);
  });
}
