-- Answers to requests that brought an Idempotency-Key, kept for a day: a request that is sent again gets the
-- same answer and changes nothing. A row is written in the transaction of the change that it tells of.

create table kept_answers (
  company_id text collate "C" not null references companies (id) on delete cascade,
  user_id text collate "C" not null,
  operation text collate "C" not null,
  key text collate "C" not null check (length(key) between 1 and 255),
  -- SHA-256 of the input, in hexadecimal digits.
  input_hash text collate "C" not null check (length(input_hash) = 64),
  -- The output as JSON.
  answer text not null,
  created bigint not null,
  primary key (company_id, user_id, operation, key)
);
create index kept_answers_by_age on kept_answers (company_id, created);
