-- How much of a month may be stated. A bundle could bring a number near the end of what is read exactly, and with the
-- next request the company could not be shown or exported any more. Both tables take what the service takes: of an
-- override exactly that; of what was counted a thousand times as much, which no month of requests comes to.

update company_usage set requests = 999999999 where requests > 999999999999;
update company_overrides set requests = 999999999 where requests > 999999999;

alter table company_usage add constraint company_usage_bounded check (requests <= 999999999999);
alter table company_overrides add constraint company_overrides_bounded check (requests <= 999999999);
