-- Where no mail is sent, whoever invites is shown the link of the invitation, and could set the first password
-- of the invited person. Such a password lets its user into no other company until another link has set a new
-- one.

-- The company whose team could see the link that the password was set with; null for every other password.
alter table passwords add column shown_in text collate "C";
