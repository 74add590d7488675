-- SMS alerts: the number they go to, what their owner agreed to, each message, and its price in the books.
-- docs/decisions/0068-sms-alerts.md explains the rules these tables enforce.

alter table ledger_transfers drop constraint ledger_transfers_kind_check;
alter table ledger_transfers add constraint ledger_transfers_kind_check check (
  kind in ('grant', 'deposit', 'pay-in', 'quarantine', 'hold', 'settle', 'release', 'return', 'late-success', 'recall',
    'repay', 'sms')
);
alter table ledger_transfers drop constraint ledger_transfers_subject;
alter table ledger_transfers add constraint ledger_transfers_subject check (
  subject_id <> ''
    and (subject_id is not null or kind not in ('hold', 'settle', 'release', 'return', 'late-success', 'sms'))
);
-- An alert costs its reader once.
create unique index ledger_transfers_one_sms on ledger_transfers (user_id, subject_id) where kind = 'sms';

create or replace function ledger_is_house(account_id text) returns boolean immutable language sql as $$
  select account_id ~ '^(provider:[a-z]+:float|expense:[a-z]+|claims:[a-z]+)$'
    or account_id in ('revenue:fees', 'revenue:commission', 'revenue:bpc', 'revenue:sms', 'payable:stamp-duty',
      'equity:sandbox', 'loss:writeoff')
$$;

alter table transactions drop constraint transactions_kind_check;
alter table transactions add constraint transactions_kind_check
  check (kind in ('withdrawal', 'airtime', 'data', 'electricity', 'tv', 'education', 'bpc', 'deposit', 'recall', 'refund', 'grant',
    'sms'));

-- The number that its owner proved with a code, and wants alerts on. No row: no SMS.
create table alert_phones (
  user_id text primary key references users,
  phone text not null check (phone ~ '^0[789][0-9]{9}$'),
  proved_at timestamptz not null
);

-- What a person said yes or no to, word by word.
create table sms_consents (
  user_id text not null references users,
  id text not null check (id ~ '^sco_[0-9a-z]{35}$'),
  is_on boolean not null,
  shown text not null check (char_length(shown) between 20 and 1000),
  -- What one cost then; null where none is offered any more.
  price_kobo bigint check (price_kobo between 1 and 10000),
  at timestamptz not null,
  primary key (user_id, id),
  constraint sms_consents_price check (price_kobo is not null or not is_on)
);
create trigger sms_consents_append_only before update or delete on sms_consents
  for each row execute function refuse_change();
create trigger sms_consents_no_truncate before truncate on sms_consents
  for each statement execute function refuse_change();

-- How many codes went out at our cost within a day, for a person and for a number. The key is a keyed hash of which.
create table sms_code_counts (
  count_key bytea primary key check (octet_length(count_key) = 32),
  sent smallint not null check (sent between 1 and 100),
  window_started_at timestamptz not null
);

-- One alert as an SMS. `sending` is written before the provider is asked; what it goes by is emptied when it is over.
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
  -- Zero where the money was spent in the meantime, or money out was frozen.
  charged_kobo bigint,
  -- The line of the history about the price.
  transaction_id text,
  primary key (user_id, alert_id),
  constraint sms_messages_done check ((state = 'sending') = (done_at is null)),
  constraint sms_messages_emptied check ((state = 'sending') = (phone is not null) and (state = 'sending') = (text is not null)),
  constraint sms_messages_proved check (
    (state = 'sent') = (provider_message_id is not null) and (state = 'sent') = (charged_kobo is not null)
  ),
  constraint sms_messages_charged check (
    (charged_kobo is null or charged_kobo in (0, price_kobo)) and (coalesce(charged_kobo, 0) > 0) = (transaction_id is not null)
  )
);
-- For the purge of what nobody asks after any more.
create index sms_messages_sending on sms_messages (asked_at) where state = 'sending';
