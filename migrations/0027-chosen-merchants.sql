-- A merchant that a person decided, also that there is none, stays when the bank sends its line again. Whether it was decided can't be seen
-- from the merchant itself: one that was taken away looks like one that the bank never gave. Of transactions that are older nobody knows.

alter table transactions add column merchant_chosen boolean not null default false;
