/**
 * Access as tables: what one person may do, what each area and level means, and a form that chooses levels.
 */
import type { Member } from "@daybook/client";
import { Link } from "@tanstack/react-router";
import type { Company } from "../api/types.ts";
import { Icon } from "../kit/icon.tsx";
import { Table } from "../kit/table.tsx";
import { addressOf } from "../shell/pages.ts";
import {
  allAt,
  AREA_WORDS,
  LEVEL_NAMES,
  levelsByTemplate,
  levelsOf,
  mayChoose,
  mayGive,
  type Permissions,
  type Template,
  TEMPLATE_NAMES,
} from "./areas.ts";

/** One person's levels with their meaning. */
export function AccessTable({ permissions }: { readonly permissions: Permissions }) {
  return (
    <Table look="list wraps tm-access" caption="Access by area" heads={["Area", "Level"]}>
      <tbody>
        {AREA_WORDS.map((words) => {
          const level = permissions[words.area];
          return (
            <tr key={words.area} className={`tm-${level}`}>
              <th scope="row">
                {words.name}
                {level === "none" ? null : <small>{words[level]}</small>}
              </th>
              <td>{LEVEL_NAMES[level]}</td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

const SIGNS = { manage: "check", view: "eye" } as const;

/** What each role may do, in signs; areas of which nothing is built yet are left out. */
export function RoleTable({ company }: { readonly company: Company }) {
  const roles = levelsByTemplate(allAt("none"));
  return (
    <aside className="tm-roles" aria-labelledby="tm-roles">
      <h2 id="tm-roles">Role permissions</h2>
      <Table look="list" caption="What each role may do" heads={["Area", "Full admin", "Read-only"]}>
        <tbody>
          {AREA_WORDS.filter(({ view, manage }) => view !== manage).map(({ area, name }) => (
            <tr key={area}>
              <th scope="row">{name}</th>
              {[roles.admin, roles.read_only].map((levels, at) => {
                const level = levels[area];
                return (
                  <td key={at} className={`tm-${level}`}>
                    {level === "none" ? "–" : <Icon name={SIGNS[level]} />}
                    <span className="unseen">{LEVEL_NAMES[level]}</span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="soft">
        <Icon name="check" /> can edit <Icon name="eye" /> can view
      </p>
      <p className="soft">
        Custom access has a level for each area. Start with Read-only: access can be changed at any time.
      </p>
      {company.permissions.company === "none" ? null : (
        <Link className="button plain" to={addressOf(company.id, "company")} search={{ show: "audit" }}>
          Audit trail
        </Link>
      )}
    </aside>
  );
}

/** Everybody's levels, area by area, beside what the levels mean. */
export function Matrix({ members }: { readonly members: readonly Member[] }) {
  return (
    <div className="scroller" tabIndex={0} role="region" aria-label="Access of every member">
      <Table
        look="list wraps tm-matrix"
        caption="Access of every member by area, and what each level means"
        heads={[
          "Area",
          ...members.map((member) => member.name ?? member.email),
          "View means",
          "Manage means, besides",
        ]}
      >
        <tbody>
          {AREA_WORDS.map((words) => (
            <tr key={words.area}>
              <th scope="row">
                {words.name}
                <small>
                  <code>{words.area}</code>
                </small>
              </th>
              {members.map((member) => {
                const level = member.permissions[words.area];
                return (
                  <td key={member.id ?? member.email} className={`tm-${level}`}>
                    {LEVEL_NAMES[level]}
                  </td>
                );
              })}
              <td className="tm-means">{words.view ?? "There is no such level"}</td>
              <td className="tm-means">{words.manage}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

interface AccessFieldsProps {
  /** The levels of whoever gives access; nothing above them can be chosen. */
  readonly own: Permissions;
  /** False if the company may give nothing but full admin access. */
  readonly hasRoles: boolean;
  /** Null until one is chosen. */
  readonly template: Template | null;
  readonly permissions: Permissions;
  readonly onChange: (template: Template, permissions: Permissions) => void;
}

const NOTES: Readonly<Record<Template, string>> = {
  admin: "Every area at manage",
  read_only: "Every area at view, without API keys",
  custom: "A level for each area",
};

/** Chooses a template or, for custom access, a level for each area. */
export function AccessFields({ own, hasRoles, template, permissions, onChange }: AccessFieldsProps) {
  const presets = levelsByTemplate(permissions);
  return (
    <>
      <fieldset className="choices">
        <legend>Access</legend>
        {(["admin", "read_only", "custom"] as const).map((word) => (
          <label key={word}>
            <input
              type="radio"
              name="template"
              required
              checked={template === word}
              disabled={!mayChoose(word, own, hasRoles)}
              onChange={() => onChange(word, presets[word])}
            />
            <span>
              {TEMPLATE_NAMES[word]} <small>{NOTES[word]}</small>
            </span>
          </label>
        ))}
        {hasRoles ? null : (
          <p className="hint">
            This company gives full admin access only. Other access needs the feature
            role_based_access_control and a Growth plan.
          </p>
        )}
      </fieldset>
      {template === "custom"
        ? AREA_WORDS.map((words) => (
            <fieldset key={words.area} className="choices across">
              <legend>{words.name}</legend>
              {levelsOf(words).map((level) => (
                <label key={level}>
                  <input
                    type="radio"
                    name={words.area}
                    checked={permissions[words.area] === level}
                    disabled={!mayGive(own[words.area], level)}
                    onChange={() => onChange("custom", { ...permissions, [words.area]: level })}
                  />
                  {LEVEL_NAMES[level]}
                </label>
              ))}
            </fieldset>
          ))
        : null}
    </>
  );
}
