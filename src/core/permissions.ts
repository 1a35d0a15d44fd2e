/** The schema of permissions, in contracts and in descriptions of records. */
import Type from "typebox";
import { type Area, AREAS, LEVELS, levelsOf } from "./areas.ts";

function levelSchema() {
  return Type.Enum([...LEVELS]);
}

/** A level in each of the fourteen areas. */
export const permissionsSchema = Type.Object(
  // The table of areas gives each its own levels, which a type of fourteen members would only repeat.
  Object.fromEntries(
    AREAS.map((area) => [area, Type.Enum([...levelsOf(area)], { description: `Level in \`${area}\`.` })]),
  ) as Record<Area, ReturnType<typeof levelSchema>>,
  {
    additionalProperties: false,
    title: "Permissions",
    description: "A level in each of the fourteen areas.",
  },
);
