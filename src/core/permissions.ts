/** The JSON schema of permissions, for API contracts and bundle records. */
import Type from "typebox";
import { type Area, AREAS, LEVELS, levelsOf } from "@daybook/words/areas";

function levelSchema() {
  return Type.Enum([...LEVELS]);
}

/** A level in each of the fourteen areas. */
export const permissionsSchema = Type.Object(
  // Not all areas have all levels, so the schema of each area is made from its own list.
  Object.fromEntries(
    AREAS.map((area) => [area, Type.Enum([...levelsOf(area)], { description: `Level in \`${area}\`.` })]),
  ) as Record<Area, ReturnType<typeof levelSchema>>,
  {
    additionalProperties: false,
    title: "Permissions",
    description: "A level in each of the fourteen areas.",
  },
);
