-- BPC codes, and the account numbers that their purchases are paid into.

create table bpc_codes (
  user_id text not null references users,
  id text not null check (id ~ '^bpc_[0-9a-z]{35}$'),
  kind text not null check (kind in ('starter', 'bought')),
  status text not null default 'active' check (status in ('active', 'returned')),
  -- HMAC of the code, for look-up, and its AES-256-GCM ciphertext, for showing it again. Both keys are outside the database.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  code_box bytea not null check (octet_length(code_box) between 29 and 200),
  created_at timestamptz not null,
  returned_at timestamptz,
  -- The order that bought it: one code per order, one order per code.
  order_id text,
  key_id text check (key_id ~ '^[0-9a-f]{8}$'),
  primary key (user_id, id),
  constraint bpc_codes_returned check ((status = 'returned') = (returned_at is not null)),
  constraint bpc_codes_starter_stays check (kind <> 'starter' or status = 'active'),
  constraint bpc_codes_bought_by_order check ((kind = 'bought') = (order_id is not null))
);
create unique index bpc_codes_one_starter on bpc_codes (user_id) where kind = 'starter';
create unique index bpc_codes_hash on bpc_codes (user_id, code_hash);
create unique index bpc_codes_one_per_order on bpc_codes (user_id, order_id) where order_id is not null;

-- Wrong BPC codes within the current window, per user.
create table bpc_wrong_codes (
  user_id text primary key references users,
  window_started_at timestamptz not null,
  wrong int not null check (wrong > 0)
);

-- The account numbers requested for BPC purchases. An unanswered request may have issued a number that nobody was shown. It
-- stays here, so that any payment into it is known to be for this order.
create table bpc_charges (
  user_id text not null,
  order_id text not null,
  provider text not null,
  reference text not null,
  -- Null until the provider has answered.
  account_number text,
  bank_name text,
  account_name text,
  expires_at timestamptz,
  created_at timestamptz not null,
  primary key (provider, reference),
  constraint bpc_charges_issued check (
    (account_number is null) = (expires_at is null) and (account_number is null) = (account_name is null)
  )
);
create index bpc_charges_of_order on bpc_charges (user_id, order_id);
create index bpc_charges_number on bpc_charges (provider, account_number);
create index bpc_charges_by_number on bpc_charges (account_number) where account_number is not null;

-- Payments that the provider returned to their sender instead of accepting them for a purchase.
create table bpc_rejections (
  user_id text not null,
  provider text not null,
  provider_transaction_id text not null,
  amount_kobo bigint not null check (amount_kobo between 1 and 1000000000000),
  reported_at timestamptz not null,
  primary key (provider, provider_transaction_id)
);
create index bpc_rejections_of_user on bpc_rejections (user_id, reported_at);
