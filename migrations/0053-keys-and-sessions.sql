-- What people need in order to tell API keys and sessions apart: how a key begins, who made it and when it was
-- used last; in which browser a session is and when it was seen last. Nobody wrote this down before, so it is
-- null for what is older.

-- The first characters of the key's text, too few to guess the others.
alter table api_keys add column prefix text collate "C" check (length(prefix) between 1 and 12);
-- The user who made it; null for a key that an operator made on the machine.
alter table api_keys add column made_by text collate "C";
-- Written at most once an hour.
alter table api_keys add column last_used bigint;

-- The name of the browser and its system, such as "Firefox on Windows".
alter table sessions add column browser text check (length(browser) between 1 and 60);
-- Written at most every five minutes.
alter table sessions add column seen bigint;
