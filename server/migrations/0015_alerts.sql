-- Alerts, and the channels through which they reach people: docs/why/decisions/0066-alerts.md.

-- Emails, waiting and sent.
create table emails (
  id text primary key check (id ~ '^mai_[0-9a-z]{35}$'),
  user_id text references users,
  kind text not null check (kind ~ '^[a-z-]{1,40}$'),
  -- AES-256-GCM of the facts for the text, with the address. Removed once the email was sent or given up on.
  box bytea check (octet_length(box) between 29 and 8192),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped', 'given-up')),
  created_at timestamptz not null,
  done_at timestamptz,
  key_id text check (key_id ~ '^[0-9a-f]{8}$'),
  constraint emails_done check ((state = 'waiting') = (done_at is null)),
  constraint emails_emptied check ((state = 'waiting') = (box is not null))
);
create index emails_done_at on emails (done_at) where done_at is not null;
-- The console lists the newest emails to a customer: their kind, state and time, never their text.
create index emails_of_user on emails (user_id, id) where user_id is not null;

-- An alert, and its state in each channel.
create table alerts (
  user_id text not null,
  id text not null check (id ~ '^alr_[0-9a-z]{35}$'),
  kind text not null check (kind ~ '^[a-z-]{1,40}$'),
  -- Its subject: an order, a deposit, a report, an account event. A newer alert about the subject replaces an older one.
  subject_id text not null check (char_length(subject_id) between 1 and 120),
  seq int not null check (seq >= 1),
  -- The facts that its text is made from.
  facts jsonb not null,
  at timestamptz not null,
  seen_at timestamptz,
  email_state text not null default 'waiting' check (email_state in ('waiting', 'sent', 'off', 'dropped', 'given-up')),
  push_state text not null default 'waiting' check (push_state in ('waiting', 'sent', 'off', 'dropped', 'given-up')),
  sms_state text not null default 'waiting' check (sms_state in ('waiting', 'sent', 'off', 'dropped', 'given-up')),
  primary key (user_id, id),
  constraint alerts_in_order unique (user_id, subject_id, seq)
);
-- Only alerts about reports may repeat.
create unique index alerts_once on alerts (user_id, subject_id, kind) where kind not in ('case-question', 'case-answer');
create index alerts_unseen on alerts (user_id) where seen_at is null;
create index alerts_by_age on alerts (at);

-- An alert never changes its content, is seen once, and is sent once per channel.
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

-- Which alerts use which channel, where a person changed the default.
create table alert_settings (
  user_id text not null references users (id),
  category text not null check (category in ('money', 'late', 'security', 'bpc', 'case', 'statement', 'notice')),
  channel text not null check (channel in ('email', 'push', 'sms')),
  is_on boolean not null,
  changed_at timestamptz not null,
  primary key (user_id, category, channel)
);

-- Quiet hours, and what a locked phone shows.
create table alert_preferences (
  user_id text primary key references users (id),
  -- Amounts and names in push and SMS, which anyone can read on a locked phone.
  shows_amounts boolean not null,
  -- Minutes since midnight in Africa/Lagos; both null: none.
  quiet_from int check (quiet_from between 0 and 1439),
  quiet_until int check (quiet_until between 0 and 1439),
  changed_at timestamptz not null,
  -- If one of them is null, `<>` yields null, which a check accepts.
  constraint alert_preferences_quiet check (
    case when quiet_from is null then quiet_until is null else quiet_until is not null and quiet_from <> quiet_until end
  )
);

-- Alerts to many people, sent page by page: docs/why/decisions/0069-timed-alerts.md.
create table alert_rounds (
  -- `statement:2026-10`, a notice, or the end of a notice.
  id text primary key check (char_length(id) between 1 and 120),
  -- Everyone up to this user has been alerted.
  last_user_id text not null default '',
  began_at timestamptz not null,
  ended_at timestamptz,
  constraint alert_rounds_span check (ended_at >= began_at)
);
create index alert_rounds_by_age on alert_rounds (began_at);

-- The key pair that signs this installation's messages to push services (VAPID): made once, when first needed.
create table push_keys (
  id integer primary key default 1 check (id = 1),
  -- A P-256 point, uncompressed, base64url: browsers subscribe with this key.
  public_key text not null check (public_key ~ '^[A-Za-z0-9_-]{87}$'),
  -- The private key, encrypted; key_id names the key.
  box bytea not null check (octet_length(box) between 29 and 200),
  key_id text not null check (key_id ~ '^[0-9a-f]{8}$'),
  created_at timestamptz not null
);

-- Browsers that show alerts while Jara is closed. Anyone who knows the endpoint and its keys can write to the browser.
create table push_subscriptions (
  user_id text not null references users,
  id text not null check (id ~ '^psh_[0-9a-z]{35}$'),
  device_id text not null,
  -- A keyed hash, so that a browser belongs to one account at a time.
  endpoint_hash bytea not null check (octet_length(endpoint_hash) = 32),
  -- Endpoint and keys, encrypted; key_id names the keys of both columns.
  box bytea not null check (octet_length(box) between 29 and 4096),
  key_id text not null check (key_id ~ '^[0-9a-f]{8}$'),
  browser text check (char_length(browser) between 1 and 40 and browser ~ '^[ -~]+$'),
  created_at timestamptz not null,
  last_sent_at timestamptz,
  -- The push service asked not to be called before this time.
  wait_until timestamptz,
  -- When the push service said that it can no longer reach the browser. Its owner reads so there, until they turn push on
  -- again.
  ended_at timestamptz,
  primary key (user_id, id),
  foreign key (user_id, device_id) references devices (user_id, id) on delete cascade
);
create unique index push_subscriptions_endpoint on push_subscriptions (endpoint_hash);

-- The number that its owner proved with a code and wants alerts on. No row: no SMS.
create table alert_phones (
  user_id text primary key references users,
  phone text not null check (phone ~ '^0[789][0-9]{9}$'),
  proved_at timestamptz not null
);

-- What a person agreed or did not agree to, word for word.
create table sms_consents (
  user_id text not null references users,
  id text not null check (id ~ '^sco_[0-9a-z]{35}$'),
  is_on boolean not null,
  shown text not null check (char_length(shown) between 20 and 1000),
  -- The price of one SMS at that time. Null: no longer offered.
  price_kobo bigint check (price_kobo between 1 and 10000),
  at timestamptz not null,
  primary key (user_id, id),
  constraint sms_consents_price check (price_kobo is not null or not is_on)
);
create trigger sms_consents_append_only before update or delete on sms_consents
  for each row execute function refuse_change();
create trigger sms_consents_no_truncate before truncate on sms_consents
  for each statement execute function refuse_change();

-- One alert as an SMS: docs/why/decisions/0068-sms-alerts.md. `sending` is written before the provider is asked. Number
-- and text are removed when it is over.
create table sms_messages (
  user_id text not null references users,
  alert_id text not null check (alert_id ~ '^alr_[0-9a-z]{35}$'),
  state text not null check (state in ('sending', 'sent', 'given-up')),
  provider text not null check (provider ~ '^[a-z]+$'),
  phone text check (phone ~ '^0[789][0-9]{9}$'),
  text text check (char_length(text) between 1 and 160),
  parts smallint not null check (parts = 1),
  price_kobo bigint not null check (price_kobo between 1 and 10000),
  attempts smallint not null check (attempts between 1 and 100),
  created_at timestamptz not null,
  -- When the provider was last asked to send it.
  asked_at timestamptz not null,
  done_at timestamptz,
  provider_message_id text check (char_length(provider_message_id) between 1 and 200),
  -- Zero if the money was spent meanwhile, or money out was frozen.
  charged_kobo bigint,
  -- The history line about the price.
  transaction_id text,
  primary key (user_id, alert_id),
  constraint sms_messages_done check ((state = 'sending') = (done_at is null)),
  constraint sms_messages_emptied check (
    (state = 'sending') = (phone is not null) and (state = 'sending') = (text is not null)
  ),
  constraint sms_messages_proved check (
    (state = 'sent') = (provider_message_id is not null) and (state = 'sent') = (charged_kobo is not null)
  ),
  constraint sms_messages_charged check (
    (charged_kobo is null or charged_kobo in (0, price_kobo))
    and (coalesce(charged_kobo, 0) > 0) = (transaction_id is not null)
  )
);
-- For purging messages whose result nobody asks for any more.
create index sms_messages_sending on sms_messages (asked_at) where state = 'sending';

-- How many codes went out at our cost within a day, per person and per number. The key is a keyed hash of either.
create table sms_code_counts (
  count_key bytea primary key check (octet_length(count_key) = 32),
  sent smallint not null check (sent between 1 and 100),
  window_started_at timestamptz not null
);
