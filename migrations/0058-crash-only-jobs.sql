-- An attempt at a job that ends with its process says nothing about the job: the machine may have lost power. Such
-- deaths are counted by themselves, and a job is given up for them by its age, which begins with its first attempt.

alter table background_jobs add column deaths integer not null default 0 check (deaths >= 0);
alter table background_jobs add column begun bigint;
