-- What people are alerted to: docs/decisions/0066-alerts.md.

create table alerts (
  user_id text not null,
  id text not null check (id ~ '^alr_[0-9a-z]{35}$'),
  kind text not null check (kind ~ '^[a-z-]{1,40}$'),
  -- What it is about: an order, a deposit, a report, an event of the account. A newer alert about it replaces an older one.
  subject_id text not null check (char_length(subject_id) between 1 and 120),
  seq int not null check (seq >= 1),
  -- What its text is made from.
  facts jsonb not null,
  at timestamptz not null,
  seen_at timestamptz,
  email_state text not null default 'waiting' check (email_state in ('waiting', 'sent', 'off', 'dropped', 'given-up')),
  push_state text not null default 'waiting' check (push_state in ('waiting', 'sent', 'off', 'dropped', 'given-up')),
  sms_state text not null default 'waiting' check (sms_state in ('waiting', 'sent', 'off', 'dropped', 'given-up')),
  primary key (user_id, id),
  constraint alerts_in_order unique (user_id, subject_id, seq)
);
-- Everything but a report says each thing once.
create unique index alerts_once on alerts (user_id, subject_id, kind) where kind not in ('case-question', 'case-answer');
create index alerts_unseen on alerts (user_id) where seen_at is null;
create index alerts_by_age on alerts (at);

-- An alert says for ever what it said, was seen once, and is sent once per channel.
create function alerts_stay() returns trigger language plpgsql as $$
begin
  if row(old.user_id, old.id, old.kind, old.subject_id, old.seq, old.facts, old.at)
      is distinct from row(new.user_id, new.id, new.kind, new.subject_id, new.seq, new.facts, new.at)
    or (old.seen_at is not null and new.seen_at is distinct from old.seen_at)
    or (old.email_state <> 'waiting' and new.email_state <> old.email_state)
    or (old.push_state <> 'waiting' and new.push_state <> old.push_state)
    or (old.sms_state <> 'waiting' and new.sms_state <> old.sms_state) then
    raise exception 'an alert stays what it was' using errcode = 'JA001';
  end if;
  return new;
end $$;
create trigger alerts_stay before update on alerts for each row execute function alerts_stay();

-- What differs from the default.
create table alert_settings (
  user_id text not null references users (id),
  category text not null check (category in ('money', 'late', 'security', 'bpc', 'case', 'statement', 'notice')),
  channel text not null check (channel in ('email', 'push', 'sms')),
  is_on boolean not null,
  changed_at timestamptz not null,
  primary key (user_id, category, channel)
);

create table alert_preferences (
  user_id text primary key references users (id),
  -- Amounts and names in push and SMS, which a locked phone shows to everybody.
  shows_amounts boolean not null,
  -- Minutes since midnight in Africa/Lagos; both null: none.
  quiet_from int check (quiet_from between 0 and 1439),
  quiet_until int check (quiet_until between 0 and 1439),
  changed_at timestamptz not null,
  -- With one of them null, "<>" would be null as well, which a check takes for true.
  constraint alert_preferences_quiet check (
    case when quiet_from is null then quiet_until is null else quiet_until is not null and quiet_from <> quiet_until end
  )
);
