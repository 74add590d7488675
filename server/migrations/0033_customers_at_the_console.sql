-- How operators find a customer, and how a customer finds who looked: docs/decisions/0050-operators-look-with-a-reason.md.
-- Each statement of a search is an equality or a range of one of these, so none reads a whole table.

-- Byte order, so that a prefix is a range whatever the language of the database is.
create index users_name on users (lower(full_name) collate "C");
create index users_email_prefix on users (lower(email) collate "C");
create index funding_accounts_by_number on funding_accounts (account_number) where account_number is not null;
create index bpc_charges_by_number on bpc_charges (account_number) where account_number is not null;
-- The number in a recipient's key, behind its kind and its bank, network or biller: an account, a phone, a meter.
create index orders_of_number on orders (split_part(recipient_key, ':', 3), id) where recipient_key <> '';
create index orders_of_amount on orders (amount_kobo, id);
create index deposits_of_amount on deposits (amount_kobo, id);

-- Who looked at somebody, and whom an operator has opened.
create index operator_audit_of_subject on operator_audit (subject, number) where subject is not null;
