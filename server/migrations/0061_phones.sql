-- A person's phone number, which the bank that issues an account number asks for. In E.164.
create table contact_phones (
  user_id text primary key references users,
  phone text not null check (phone ~ '^\+234[789][0-9]{9}$'),
  changed_at timestamptz not null
);

-- An account number is asked for once its owner has given a phone number, and the provider may refuse it.
alter table funding_accounts drop constraint funding_accounts_status_check;
alter table funding_accounts drop constraint funding_accounts_ready;
alter table funding_accounts add column refused_for text
  check (refused_for in ('bad-phone', 'not-validated', 'limit-reached', 'not-enabled', 'refused'));
alter table funding_accounts add column refused_at timestamptz;
-- When its owner last asked for it.
alter table funding_accounts add column asked_at timestamptz;
-- Nobody whose number is still awaited has given a phone number.
update funding_accounts set status = 'not-asked' where status = 'issuing';
alter table funding_accounts add constraint funding_accounts_status_check
  check (status in ('not-asked', 'issuing', 'refused', 'ready'));
alter table funding_accounts add constraint funding_accounts_ready
  check (status <> 'ready' or (account_number is not null and customer_code is not null));
alter table funding_accounts add constraint funding_accounts_refused
  check ((status = 'refused') = (refused_for is not null) and (refused_for is null) = (refused_at is null));
