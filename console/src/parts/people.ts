/** People by name: records name users by id, and the team says who they are to whoever may see it. */
import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "../api/queries.ts";
import type { TeamPerson } from "../api/generated/schemas.ts";
import { ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";

export interface People {
  /** The name of an actor: a user's, an operator's or a job's; "you" for oneself. */
  readonly nameOf: (actor: string | null) => string;
  readonly all: readonly TeamPerson[];
  /** One's own address. */
  readonly selfEmail: string | undefined;
}

const NOBODY: readonly TeamPerson[] = [];

export function usePeople({ id, permissions }: Pick<Company, "id" | "permissions">): People {
  const self = useQuery(sessionQuery).data?.user;
  const user = self?.id;
  const all =
    useQuery({
      queryKey: ["people", id],
      enabled: permissions.team_access !== "none",
      staleTime: 60_000,
      queryFn: async ({ signal }) => (await ownOf(id).listPeople({ signal })).people,
    }).data ?? NOBODY;
  return {
    all,
    selfEmail: self?.email,
    nameOf(actor) {
      if (actor === null) return "the service";
      if (actor === user) return "you";
      const person = all.find((each) => each.user === actor);
      if (person !== undefined) return person.name ?? person.email;
      // Without the team's list nobody is known by name.
      return actor.startsWith("user_") ? "a member of the team" : actor;
    },
  };
}
