-- A person's history, one line per row: a projection, written in the same transaction as the ledger.
create table transactions (
  user_id text not null,
  -- Sorts by creation.
  id text not null,
  kind text not null check (is_order_kind(kind) or kind in ('deposit', 'recall', 'refund', 'grant', 'sms')),
  title text not null,
  counterparty text,
  counterparty_detail text,
  -- Signed, without fee and duty.
  amount_kobo bigint not null check (amount_kobo <> 0),
  fee_kobo bigint not null default 0 check (fee_kobo >= 0),
  duty_kobo bigint not null default 0 check (duty_kobo >= 0),
  status text not null check (status in ('completed', 'pending', 'failed', 'reversed')),
  order_id text,
  deposit_id text,
  -- The lower-case text that searches look through.
  search text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  discount_kobo bigint not null default 0 check (discount_kobo >= 0),
  -- True for the second refund: the order was released, taken again, and then came back.
  is_second_refund boolean not null default false,
  primary key (user_id, id),
  constraint transactions_second_refund check (not is_second_refund or kind = 'refund')
);
create unique index transactions_one_refund on transactions (user_id, order_id, is_second_refund) where kind = 'refund';
create unique index transactions_one_recall on transactions (user_id, deposit_id) where kind = 'recall';

-- Receipts that anybody can check: one code per history line, made on first request.
create table receipts (
  user_id text not null,
  transaction_id text not null,
  -- 130 random bits, without i, l, o and u. Anyone who has it can read the public page, and nothing else.
  code text not null check (code ~ '^[0-9a-hjkmnp-tv-z]{24}([0-9a-hjkmnp-tv-z]{2})?$'),
  created_at timestamptz not null,
  -- Whether its sender shows full names on it: docs/why/decisions/0094-full-names-on-a-receipt.md.
  shows_names boolean not null default false,
  primary key (user_id, transaction_id),
  foreign key (user_id, transaction_id) references transactions (user_id, id)
);
-- A directory like that of emails: looked up before the user is known.
create unique index receipts_code on receipts (code);
