-- Money in: the account numbers the provider issued, what it told us, and what arrived.

create table funding_accounts (
  user_id text primary key,
  provider text not null,
  status text not null check (status in ('issuing', 'ready')),
  customer_code text,
  provider_account_id text,
  account_number text,
  bank_name text,
  account_name text,
  created_at timestamptz not null,
  constraint funding_accounts_ready check (status = 'issuing' or (account_number is not null and customer_code is not null))
);
create unique index funding_accounts_number on funding_accounts (provider, account_number);
create index funding_accounts_customer on funding_accounts (provider, customer_code);

-- A payment the provider verified. One row per provider transaction, for ever: the guard against crediting twice.
create table deposits (
  provider text not null,
  provider_transaction_id text not null,
  id text not null unique,
  -- Null while nobody knows whose it is.
  user_id text,
  reference text not null,
  state text not null check (state in ('credited', 'quarantined', 'credited_by_operators', 'sent_back', 'recalled')),
  reason text,
  amount_kobo bigint not null check (amount_kobo between 1 and 1000000000000),
  provider_fee_kobo bigint not null check (provider_fee_kobo >= 0),
  sender_name text,
  account_number text,
  transaction_id text,
  paid_at timestamptz,
  created_at timestamptz not null,
  primary key (provider, provider_transaction_id)
);
create index deposits_of_user on deposits (user_id, id);

-- Hints as they came, stored before they are answered. They never move money.
create table webhook_events (
  provider text not null,
  event_key text not null,
  about text not null,
  reference text not null,
  received_at timestamptz not null,
  times int not null default 1,
  primary key (provider, event_key)
);
