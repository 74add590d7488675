-- Airtime, data, bills and the BPC on the same orders and the same ledger.

alter table quotes drop constraint quotes_kind_check;
alter table quotes add constraint quotes_kind_check
  check (kind in ('withdrawal', 'airtime', 'data', 'electricity', 'tv', 'bpc'));
-- Who carries it out: a payment provider, a bills provider, or `jara` for what needs nobody else.
alter table quotes add column provider text not null default 'paystack';
alter table quotes add column price_list text not null default 'standard' check (price_list in ('standard', 'bpc'));
-- The code the price list comes from; null for standard prices.
alter table quotes add column bpc_id text;
-- What the provider is expected to take from us.
alter table quotes add column cost_kobo bigint not null default 0 check (cost_kobo >= 0);
alter table quotes add column sale jsonb;
alter table quotes add constraint quotes_never_below_cost
  check (kind in ('withdrawal', 'bpc') or amount_kobo - discount_kobo >= cost_kobo);
alter table quotes add constraint quotes_bpc_prices check (price_list = 'standard' or bpc_id is not null);
-- Quotes that are approved together, with one signature.
alter table quotes add column batch_id text;
create index quotes_of_batch on quotes (user_id, batch_id) where batch_id is not null;

alter table orders drop constraint orders_kind_check;
alter table orders add constraint orders_kind_check
  check (kind in ('withdrawal', 'airtime', 'data', 'electricity', 'tv', 'bpc'));
alter table orders drop constraint orders_state_check;
alter table orders add constraint orders_state_check check (
  state in ('awaiting_payment', 'expired', 'held', 'in_flight', 'pending', 'unknown', 'manual_review', 'settled',
    'released', 'returned', 'late_success')
);
alter table orders add column price_list text not null default 'standard' check (price_list in ('standard', 'bpc'));
alter table orders add column bpc_id text;
create index orders_of_code on orders (user_id, bpc_id) where bpc_id is not null;
alter table orders add column cost_kobo bigint not null default 0 check (cost_kobo >= 0);
alter table orders add column sale jsonb;
-- What a prepaid meter was given.
alter table orders add column token text;
alter table orders add column units text;
-- Where the money comes from. Money that comes by bank transfer is never held: it is in no wallet.
alter table orders add column paid_by text not null default 'wallet' check (paid_by in ('wallet', 'transfer'));
alter table orders add constraint orders_by_transfer check (
  (paid_by = 'wallet' and state not in ('awaiting_payment', 'expired'))
  or (paid_by = 'transfer' and kind = 'bpc' and state in ('awaiting_payment', 'expired', 'settled', 'returned'))
);
-- Who gets it, in one word per number: the same thing for the same number is asked about and does not follow at once.
alter table orders add column recipient_key text not null default '';
-- When the request went out last.
alter table orders add column sent_at timestamptz;
create index orders_awaiting on orders (user_id) where state = 'awaiting_payment';
create index orders_of_recipient on orders (user_id, recipient_key, created_at) where recipient_key <> '';

alter table transactions drop constraint transactions_kind_check;
alter table transactions add constraint transactions_kind_check
  check (kind in ('withdrawal', 'airtime', 'data', 'electricity', 'tv', 'bpc', 'deposit', 'refund', 'grant'));
alter table transactions add column discount_kobo bigint not null default 0 check (discount_kobo >= 0);

-- The code a purchase delivered: one code per order, one order per code.
alter table bpc_codes add column order_id text;
create unique index bpc_codes_one_per_order on bpc_codes (user_id, order_id) where order_id is not null;
alter table bpc_codes add constraint bpc_codes_bought_by_order check ((kind = 'bought') = (order_id is not null));

-- The account numbers the provider issued for BPC purchases. A request that went unanswered may have issued one that
-- nobody was shown: it stays here, so that whatever comes in on it is known to be for this order.
create table bpc_charges (
  user_id text not null,
  order_id text not null,
  provider text not null,
  reference text not null,
  -- Null until the provider's answer is there.
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

-- A payment for a purchase is a deposit too: `paid_in` went to the purchase, with what was too much to the wallet.
alter table deposits drop constraint deposits_state_check;
alter table deposits add constraint deposits_state_check
  check (state in ('credited', 'quarantined', 'credited_by_operators', 'sent_back', 'recalled', 'paid_in'));
alter table deposits add column order_id text;
-- Why money that came in for a purchase is not, or not all, in it.
alter table deposits add column stray text check (stray in ('less', 'more', 'second', 'late'));
alter table deposits add constraint deposits_paid_in check (state <> 'paid_in' or order_id is not null);
create index deposits_of_order on deposits (order_id) where order_id is not null;

-- What the provider gave back to a sender instead of taking it for a purchase.
create table bpc_rejections (
  user_id text not null,
  provider text not null,
  provider_transaction_id text not null,
  amount_kobo bigint not null check (amount_kobo between 1 and 1000000000000),
  reported_at timestamptz not null,
  primary key (provider, provider_transaction_id)
);
create index bpc_rejections_of_user on bpc_rejections (user_id, reported_at);

alter table ledger_transfers drop constraint ledger_transfers_kind_check;
alter table ledger_transfers add constraint ledger_transfers_kind_check check (
  kind in ('grant', 'deposit', 'pay-in', 'quarantine', 'hold', 'settle', 'release', 'return', 'late-success', 'recall')
);
create unique index ledger_transfers_one_pay_in on ledger_transfers (user_id, subject_id) where kind = 'pay-in';
