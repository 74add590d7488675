-- What two operators set: notices, channels, prices, limits and pauses. Each has a date, and never changes afterwards.

-- What customers read about a bank, word for word as two operators agreed to it.
create table bank_notices (
  id text primary key check (id ~ '^bkn_[0-9a-z]{35}$'),
  bank text not null check (char_length(bank) between 2 and 100 and bank !~ '[[:cntrl:]]'),
  meaning text not null check (char_length(meaning) between 10 and 300 and meaning !~ '[[:cntrl:]]'),
  -- The source that customers read.
  source text not null check (char_length(source) between 2 and 100 and source !~ '[[:cntrl:]]'),
  starts_at timestamptz not null,
  expires_at timestamptz not null,
  set_at timestamptz not null,
  set_by text not null,
  confirmed_by text not null,
  -- When two operators took it down early.
  ended_at timestamptz,
  ended_by text,
  end_confirmed_by text,
  constraint bank_notices_two_people check (lower(confirmed_by) <> lower(set_by)),
  constraint bank_notices_span check (
    starts_at >= set_at and expires_at > starts_at and expires_at <= starts_at + interval '24 hours'
  ),
  constraint bank_notices_ended check (
    (ended_at is null) = (ended_by is null) and (ended_at is null) = (end_confirmed_by is null)
  ),
  constraint bank_notices_ended_in_time check (ended_at >= set_at and ended_at < expires_at),
  constraint bank_notices_end_two_people check (lower(end_confirmed_by) <> lower(ended_by))
);
create index bank_notices_expires_at on bank_notices (expires_at);

create function bank_notices_fixed() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null or new.ended_at is null
    or to_jsonb(old) - 'ended_at' - 'ended_by' - 'end_confirmed_by'
      <> to_jsonb(new) - 'ended_at' - 'ended_by' - 'end_confirmed_by' then
    raise exception 'a bank notice stays what was agreed to, and ends once' using errcode = 'JO020';
  end if;
  return new;
end $$;

create trigger bank_notices_fixed before update on bank_notices for each row execute function bank_notices_fixed();
create trigger bank_notices_take_two after insert on bank_notices
  for each row execute function take_two_operators('set-bank-notice', 'id', 'set_at', 'set_by', 'confirmed_by');
create trigger bank_notices_end_takes_two after update on bank_notices
  for each row execute function take_two_operators('end-bank-notice', 'id', 'ended_at', 'ended_by', 'end_confirmed_by');
create trigger bank_notices_no_delete before delete on bank_notices for each row execute function refuse_change();
create trigger bank_notices_no_truncate before truncate on bank_notices
  for each statement execute function refuse_change();

-- How support and the community are reached. The environment's channels apply before the first version.
create table channel_versions (
  id text primary key check (id ~ '^chv_[0-9a-z]{35}$'),
  -- One more than the version it was compared with, so that only one of two concurrent versions is accepted.
  number int not null check (number > 0),
  starts_at timestamptz not null,
  support_email text check (char_length(support_email) between 3 and 254),
  support_telegram text check (support_telegram ~ '^https://[!-~]+$' and char_length(support_telegram) <= 500),
  support_whatsapp text check (support_whatsapp ~ '^https://[!-~]+$' and char_length(support_whatsapp) <= 500),
  support_live_chat text check (support_live_chat ~ '^https://[!-~]+$' and char_length(support_live_chat) <= 500),
  support_always boolean not null,
  community_chat text check (community_chat ~ '^https://[!-~]+$' and char_length(community_chat) <= 500),
  community_telegram text check (community_telegram ~ '^https://[!-~]+$' and char_length(community_telegram) <= 500),
  community_whatsapp text check (community_whatsapp ~ '^https://[!-~]+$' and char_length(community_whatsapp) <= 500),
  set_at timestamptz not null,
  set_by text not null,
  confirmed_by text not null,
  constraint channel_versions_two_people check (lower(confirmed_by) <> lower(set_by)),
  constraint channel_versions_start check (starts_at >= set_at),
  constraint channel_versions_always check (
    not support_always or coalesce(support_email, support_telegram, support_whatsapp, support_live_chat) is not null
  )
);
create unique index channel_versions_number on channel_versions (number);
create trigger channel_versions_take_two after insert on channel_versions
  for each row execute function take_two_operators('set-channels', 'id', 'set_at', 'set_by', 'confirmed_by');
create trigger channel_versions_append_only before update or delete on channel_versions
  for each row execute function refuse_change();
create trigger channel_versions_no_truncate before truncate on channel_versions
  for each statement execute function refuse_change();

-- What customers pay. The environment's prices apply before the first version. Orders keep the terms of their quote.
create table price_versions (
  id text primary key check (id ~ '^prv_[0-9a-z]{35}$'),
  -- One more than the version it was compared with, as above.
  number int not null check (number > 0),
  starts_at timestamptz not null,
  -- In the form of PRICE_LIST, kobo as text.
  list jsonb not null check (list ?& array['discounts', 'commissions', 'transferFees']),
  set_at timestamptz not null,
  set_by text not null,
  confirmed_by text not null,
  constraint price_versions_two_people check (lower(confirmed_by) <> lower(set_by)),
  constraint price_versions_start check (starts_at >= set_at)
);
create unique index price_versions_number on price_versions (number);
create trigger price_versions_take_two after insert on price_versions
  for each row execute function take_two_operators('set-prices', 'id', 'set_at', 'set_by', 'confirmed_by');
create trigger price_versions_append_only before update or delete on price_versions
  for each row execute function refuse_change();
create trigger price_versions_no_truncate before truncate on price_versions
  for each statement execute function refuse_change();

-- How much may leave a wallet in a day, in whole naira. The product's own figures apply before the first version. Every
-- approval reads the version in force. docs/why/decisions/0065-limits-with-a-date.md.
create table limit_versions (
  id text primary key check (id ~ '^lmv_[0-9a-z]{35}$'),
  -- One more than the version it was compared with, so that only one of two concurrent versions is accepted.
  number int not null check (number > 0),
  starts_at timestamptz not null,
  daily_kobo bigint not null check (daily_kobo >= 10000 and daily_kobo % 100 = 0),
  -- How much each bought BPC adds, and the maximum.
  per_bpc_kobo bigint not null check (per_bpc_kobo >= 10000 and per_bpc_kobo % 100 = 0),
  max_kobo bigint not null check (max_kobo <= 500000000 and max_kobo % 100 = 0),
  set_at timestamptz not null,
  set_by text not null,
  confirmed_by text not null,
  -- The first BPC adds its full amount.
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

-- A lower limit for one customer. Each row replaces the previous one; a row without an amount ends the limit.
create table customer_limits (
  id text primary key check (id ~ '^clm_[0-9a-z]{35}$'),
  user_id text not null references users,
  -- One more than the row it replaces, as above.
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

-- While a pause is active, no order of its kind is quoted or approved; earlier ones continue.
-- docs/why/decisions/0058-pauses.md.
create table kind_pauses (
  id text primary key check (id ~ '^pau_[0-9a-z]{35}$'),
  kind text not null check (is_order_kind(kind)),
  -- The bank, network or company that is paused, as orders name it; null: the whole kind.
  service text check (service ~ '^[!-~]{1,80}$'),
  service_name text check (char_length(service_name) between 1 and 100 and service_name !~ '[[:cntrl:]]'),
  -- What customers read, word for word as two operators agreed to it.
  reason text not null check (char_length(reason) between 10 and 300 and reason !~ '[[:cntrl:]]'),
  set_at timestamptz not null,
  -- When it ends automatically.
  ends_at timestamptz not null,
  set_by text not null,
  confirmed_by text not null,
  -- When two operators lifted it early.
  lifted_at timestamptz,
  lifted_by text,
  lift_confirmed_by text,
  constraint kind_pauses_service check (
    (service is null) = (service_name is null) and (kind <> 'bpc' or service is null)
  ),
  constraint kind_pauses_two_people check (lower(confirmed_by) <> lower(set_by)),
  constraint kind_pauses_span check (ends_at > set_at and ends_at <= set_at + interval '24 hours'),
  constraint kind_pauses_lifted check (
    (lifted_at is null) = (lifted_by is null) and (lifted_at is null) = (lift_confirmed_by is null)
  ),
  constraint kind_pauses_lifted_in_time check (lifted_at >= set_at and lifted_at < ends_at),
  constraint kind_pauses_lift_two_people check (lower(lift_confirmed_by) <> lower(lifted_by))
);
create index kind_pauses_ends_at on kind_pauses (ends_at);

create function kind_pauses_fixed() returns trigger language plpgsql as $$
begin
  if old.lifted_at is not null or new.lifted_at is null
    or to_jsonb(old) - 'lifted_at' - 'lifted_by' - 'lift_confirmed_by'
      <> to_jsonb(new) - 'lifted_at' - 'lifted_by' - 'lift_confirmed_by' then
    raise exception 'a pause stays what was agreed to, and is lifted once' using errcode = 'JO023';
  end if;
  return new;
end $$;

create trigger kind_pauses_fixed before update on kind_pauses for each row execute function kind_pauses_fixed();
create trigger kind_pauses_take_two after insert on kind_pauses
  for each row execute function take_two_operators('pause-kind', 'id', 'set_at', 'set_by', 'confirmed_by');
create trigger kind_pauses_lift_takes_two after update on kind_pauses
  for each row execute function take_two_operators('resume-kind', 'id', 'lifted_at', 'lifted_by', 'lift_confirmed_by');
create trigger kind_pauses_no_delete before delete on kind_pauses for each row execute function refuse_change();
create trigger kind_pauses_no_truncate before truncate on kind_pauses
  for each statement execute function refuse_change();
