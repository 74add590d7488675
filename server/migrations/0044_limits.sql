-- How much may leave a wallet in a day: for everybody, by dated versions, and for one customer.
-- docs/decisions/0065-limits-with-a-date.md explains the rules these tables enforce.

alter table operator_requests drop constraint operator_requests_act_check;
alter table operator_requests add constraint operator_requests_act_check check (
  act in (
    'resume-money', 'close-difference', 'recover-account', 'add-operator', 'revoke-operator', 'change-role',
    'enrol-passkey', 'set-bank-notice', 'end-bank-notice', 'set-channels', 'set-prices', 'pause-kind',
    'resume-kind', 'credit-deposit', 'end-review', 'refund-bpc', 'unfreeze-customer', 'end-all-sessions',
    'close-differences', 'set-limits', 'set-customer-limit'
  )
);

-- Whole naira. Before the first version, the product's own figures apply. Every approval reads the version in force.
create table limit_versions (
  id text primary key check (id ~ '^lmv_[0-9a-z]{35}$'),
  -- One more than that of the version it was compared with, so that of two at once only one is agreed to.
  number int not null check (number > 0),
  starts_at timestamptz not null,
  daily_kobo bigint not null check (daily_kobo >= 10000 and daily_kobo % 100 = 0),
  -- What each bought BPC adds, and where that ends.
  per_bpc_kobo bigint not null check (per_bpc_kobo >= 10000 and per_bpc_kobo % 100 = 0),
  max_kobo bigint not null check (max_kobo <= 500000000 and max_kobo % 100 = 0),
  set_at timestamptz not null,
  set_by text not null,
  confirmed_by text not null,
  -- The first BPC adds all of what is promised.
  constraint limit_versions_order check (daily_kobo + per_bpc_kobo <= max_kobo),
  constraint limit_versions_two_people check (lower(confirmed_by) <> lower(set_by)),
  constraint limit_versions_start check (starts_at >= set_at)
);
create unique index limit_versions_number on limit_versions (number);
create trigger limit_versions_take_two after insert on limit_versions
  for each row execute function take_two_operators('set-limits', 'id', 'set_at', 'set_by', 'confirmed_by');
create trigger limit_versions_append_only before update or delete on limit_versions
  for each row execute function refuse_change();
create trigger limit_versions_no_truncate before truncate on limit_versions
  for each statement execute function refuse_change();

-- A lower limit for one customer. Each row replaces the one before; without an amount, the customer has none any more.
create table customer_limits (
  id text primary key check (id ~ '^clm_[0-9a-z]{35}$'),
  user_id text not null references users,
  -- One more than that of the row it replaces, as above.
  number int not null check (number > 0),
  daily_kobo bigint check (daily_kobo between 10000 and 500000000 and daily_kobo % 100 = 0),
  reason text not null check (char_length(reason) between 10 and 300 and reason !~ '[[:cntrl:]]'),
  set_at timestamptz not null,
  set_by text not null,
  confirmed_by text not null,
  constraint customer_limits_two_people check (lower(confirmed_by) <> lower(set_by))
);
create unique index customer_limits_number on customer_limits (user_id, number);
create trigger customer_limits_take_two after insert on customer_limits
  for each row execute function take_two_operators('set-customer-limit', 'id', 'set_at', 'set_by', 'confirmed_by');
create trigger customer_limits_append_only before update or delete on customer_limits
  for each row execute function refuse_change();
create trigger customer_limits_no_truncate before truncate on customer_limits
  for each statement execute function refuse_change();
