-- Quotes, orders, what is still to be done about them, and what a person reads in the history.
-- docs/orders.md explains the states; server/orders/machine.ts holds the transitions.

create table quotes (
  user_id text not null,
  id text not null,
  kind text not null check (kind in ('withdrawal')),
  -- The exact text that was shown and is signed.
  terms text not null,
  challenge text not null,
  amount_kobo bigint not null check (amount_kobo between 1 and 1000000000000),
  fee_kobo bigint not null check (fee_kobo >= 0),
  duty_kobo bigint not null check (duty_kobo >= 0),
  discount_kobo bigint not null check (discount_kobo >= 0),
  total_kobo bigint not null check (total_kobo = amount_kobo + fee_kobo + duty_kobo - discount_kobo and total_kobo > 0),
  available_after_kobo bigint not null,
  recipient jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, id)
);
create index quotes_expiry on quotes (expires_at);

create table orders (
  user_id text not null,
  id text not null,
  kind text not null check (kind in ('withdrawal')),
  -- The idempotency key: one quote becomes one order, however often it is approved.
  quote_id text not null,
  state text not null check (
    state in ('held', 'in_flight', 'pending', 'unknown', 'manual_review', 'settled', 'released', 'returned', 'late_success')
  ),
  amount_kobo bigint not null check (amount_kobo between 1 and 1000000000000),
  fee_kobo bigint not null check (fee_kobo >= 0),
  duty_kobo bigint not null check (duty_kobo >= 0),
  discount_kobo bigint not null check (discount_kobo >= 0),
  total_kobo bigint not null check (total_kobo = amount_kobo + fee_kobo + duty_kobo - discount_kobo and total_kobo > 0),
  recipient jsonb not null,
  -- What was shown, and the signature over it: the proof of who agreed to what.
  terms text not null,
  approval jsonb not null,
  provider text not null,
  -- Our reference at the provider, fixed for ever: every retry repeats it.
  reference text not null,
  transaction_id text not null,
  -- The day in Africa/Lagos whose limit it counts against.
  lagos_day date not null,
  send_count int not null default 0,
  -- The provider's cost on top, known once verified.
  provider_fee_kobo bigint not null default 0 check (provider_fee_kobo >= 0),
  provider_word text,
  failure text,
  not_found_count int not null default 0,
  not_found_since timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (user_id, id),
  constraint orders_one_per_quote unique (user_id, quote_id)
);
create unique index orders_reference on orders (provider, reference);
create index orders_by_id on orders (id);
create index orders_by_day on orders (user_id, lagos_day);

-- Every change of state, for the timeline and for evidence.
create table order_steps (
  user_id text not null,
  order_id text not null,
  seq int not null,
  state text not null,
  event text not null,
  evidence text,
  at timestamptz not null,
  primary key (user_id, order_id, seq)
);
create trigger order_steps_append_only before update or delete on order_steps
  for each row execute function refuse_change();

-- The outbox and the queue in one: a row is due work. It is written in the transaction that makes the work necessary.
create table work (
  kind text not null,
  subject_id text not null,
  user_id text,
  due_at timestamptz not null,
  -- Who works on it holds it until then, and writes only with the fence number it was given.
  lease_until timestamptz,
  fence bigint not null default 0,
  attempts int not null default 0,
  -- Counts reasons to look again, so that one that comes in while somebody is at it is not lost.
  hints int not null default 0,
  created_at timestamptz not null,
  primary key (kind, subject_id)
);
create index work_due on work (due_at);

-- What a person sees as one line of history: a projection, written in the same transaction as the ledger.
create table transactions (
  user_id text not null,
  -- Sorts by creation.
  id text not null,
  kind text not null check (kind in ('withdrawal', 'airtime', 'data', 'bpc', 'deposit', 'refund', 'grant')),
  title text not null,
  counterparty text,
  counterparty_detail text,
  -- Signed; without fee and duty.
  amount_kobo bigint not null check (amount_kobo <> 0),
  fee_kobo bigint not null default 0 check (fee_kobo >= 0),
  duty_kobo bigint not null default 0 check (duty_kobo >= 0),
  status text not null check (status in ('completed', 'pending', 'failed', 'reversed')),
  order_id text,
  deposit_id text,
  -- Lower-case text that the search field looks through.
  search text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (user_id, id)
);
create unique index transactions_one_refund on transactions (user_id, order_id) where kind = 'refund';

-- What an operator must look at. One row per thing, however often it is noticed.
create table alarms (
  kind text not null,
  subject_id text not null,
  detail text not null,
  raised_at timestamptz not null,
  primary key (kind, subject_id)
);
