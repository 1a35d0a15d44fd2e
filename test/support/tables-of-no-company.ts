/** Tables without a company, and what a move does with them. */
export const OTHERS: Readonly<Record<string, string>> = {
  background_jobs: "those of the company move",
  credentials: "follow from the company's keys and invitations",
  users: "those of the company are merged by their e-mail addresses",
  passwords: "a password is of a person, who sets one at the new home",
  password_links: "as passwords",
  sessions: "as passwords",
  sign_in_attempts: "counters of this installation",
  first_visits: "of this installation",
  background_pauses: "of this installation",
  drill_faults: "of this installation",
  schema_migrations: "the archive's header has them",
  company_moves: "the state of the move itself",
};
