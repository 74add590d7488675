-- Settings with a date that two operators change: bank notices, the channels of support and the community, and prices.
-- docs/decisions/0053-dated-settings.md explains the rules these tables enforce.

alter table operator_requests drop constraint operator_requests_act_check;
alter table operator_requests add constraint operator_requests_act_check check (
  act in (
    'resume-money', 'close-difference', 'recover-account', 'add-operator', 'revoke-operator', 'change-role',
    'enrol-passkey', 'set-bank-notice', 'end-bank-notice', 'set-channels', 'set-prices'
  )
);

-- What customers read about a bank, word for word as two operators agreed to it.
create table bank_notices (
  id text primary key check (id ~ '^bkn_[0-9a-z]{35}$'),
  bank text not null check (char_length(bank) between 2 and 100 and bank !~ '[[:cntrl:]]'),
  meaning text not null check (char_length(meaning) between 10 and 300 and meaning !~ '[[:cntrl:]]'),
  -- Who reports it, as customers read it.
  source text not null check (char_length(source) between 2 and 100 and source !~ '[[:cntrl:]]'),
  starts_at timestamptz not null,
  expires_at timestamptz not null,
  set_at timestamptz not null,
  set_by text not null,
  confirmed_by text not null,
  -- Two operators took it down before it expired.
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

-- How support and the community are reached. Before the first version, what the environment says.
create table channel_versions (
  id text primary key check (id ~ '^chv_[0-9a-z]{35}$'),
  -- One more than that of the version it was compared with, so that of two at once only one is agreed to.
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

-- What customers pay. Before the first version, what the environment says. Orders keep the terms of their quote.
create table price_versions (
  id text primary key check (id ~ '^prv_[0-9a-z]{35}$'),
  -- One more than that of the version it was compared with, as above.
  number int not null check (number > 0),
  starts_at timestamptz not null,
  -- Of the shape of PRICE_LIST, kobo as text.
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
