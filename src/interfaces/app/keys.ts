/** The forms by which people make, rename and revoke their own API keys. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal, refuse } from "../../core/errors.ts";
import { parseId, type PublicId } from "@daybook/words/public-id";
import type { AccessService } from "../../modules/tenants/access/index.ts";
import type { SignInService } from "../../modules/tenants/sign-in/index.ts";
import { runAs } from "../../platform/log/actor.ts";
import { PATHS } from "./addresses.ts";
import { leadTo } from "./browser.ts";
import type { Page, Visitor } from "./layout.ts";
import { keysPage, newKeyPage, revokePage } from "./pages.ts";

/** The user and the session of a request from a signed-in browser. */
export interface Visit {
  readonly user: NonNullable<Awaited<ReturnType<SignInService["userOf"]>>>;
  readonly visitor: Visitor;
  readonly session: string;
}

/** The value of a form's field; empty when it is missing. */
export type Field = (name: string) => string;

type Answer = Promise<FastifyReply>;

/** How pages and forms of people who are signed in are added. */
export interface OwnRoutes {
  readonly ownPage: (
    path: string,
    answer: (signed: Visit, request: FastifyRequest, reply: FastifyReply) => Answer,
  ) => void;
  readonly ownForm: (
    path: string,
    answer: (signed: Visit, field: Field, request: FastifyRequest, reply: FastifyReply) => Answer,
  ) => void;
  readonly send: (reply: FastifyReply, status: number, page: Page) => FastifyReply;
}

export interface KeyServices {
  readonly access: Pick<
    AccessService,
    "createKey" | "createReadOnlyKey" | "listKeysOfUser" | "renameKey" | "revokeKey"
  >;
}

/** Adds the routes of a user's own keys. */
export function keyRoutes({ ownPage, ownForm, send }: OwnRoutes, { access }: KeyServices): void {
  ownPage(PATHS.keys, async ({ user, visitor }, _request, reply) =>
    send(reply, 200, keysPage(visitor, await access.listKeysOfUser(user.id), null)),
  );
  ownPage(PATHS.revokeKey, async ({ user, visitor }, request, reply) => {
    const { company: company_id, key: id } = request.query as Record<string, unknown>;
    const company = (await access.listKeysOfUser(user.id)).find((each) => each.company_id === company_id);
    const key = [...(company?.keys ?? []), ...(company?.service_keys ?? [])].find((each) => each.id === id);
    if (company === undefined || key === undefined) return leadTo(reply, PATHS.keys);
    return send(reply, 200, revokePage(visitor, company, key));
  });
  /** Changes a user's own keys; a refusal is shown above them. */
  const onKeys = (
    path: string,
    action: string,
    act: (
      user: Visit["user"],
      company: PublicId<"company">,
      field: Field,
    ) => Promise<((visitor: Visitor) => Page) | null>,
  ) =>
    ownForm(path, async ({ user, visitor }, field, _request, reply) => {
      const company = parseId("company", field("company"));
      let shown: ((visitor: Visitor) => Page) | null;
      try {
        if (company === null) throw refuse("resource_missing");
        const actor = {
          surface: "console",
          by: user.id,
          action,
          subject: field("key"),
          company_id: company,
        } as const;
        shown = await runAs(actor, () => act(user, company, field));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const problem = error.code === "resource_missing" ? "There is no such key of yours." : error.message;
        return send(reply, error.status, keysPage(visitor, await access.listKeysOfUser(user.id), problem));
      }
      return shown === null ? leadTo(reply, PATHS.keys) : send(reply, 200, shown(visitor));
    });
  onKeys(PATHS.newKey, "createKey", async (user, company, field) => {
    const name = field("name").trim();
    const { api_key } = await (field("read_only") === "yes"
      ? access.createReadOnlyKey(company, name, user.id)
      : access.createKey(company, user.id, name, user.id));
    return (visitor) => newKeyPage(visitor, name, api_key);
  });
  onKeys(PATHS.renameKey, "renameKey", async (user, company, field) => {
    await access.renameKey(company, field("key"), user.id, field("name"));
    return null;
  });
  onKeys(PATHS.revokeKey, "revokeKey", async (user, company, field) => {
    await access.revokeKey(company, field("key"), user.id);
    return null;
  });
}
