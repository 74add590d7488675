-- Money in: account numbers, webhooks and deposits.

create table funding_accounts (
  user_id text primary key,
  provider text not null,
  status text not null check (status in ('not-asked', 'issuing', 'refused', 'ready')),
  customer_code text,
  provider_account_id text,
  account_number text,
  bank_name text,
  account_name text,
  created_at timestamptz not null,
  refused_for text check (refused_for in ('bad-phone', 'not-validated', 'limit-reached', 'not-enabled', 'refused')),
  refused_at timestamptz,
  -- When its owner last asked for it.
  asked_at timestamptz,
  constraint funding_accounts_ready check (status <> 'ready' or (account_number is not null and customer_code is not null)),
  constraint funding_accounts_refused check (
    (status = 'refused') = (refused_for is not null) and (refused_for is null) = (refused_at is null)
  )
);
create unique index funding_accounts_number on funding_accounts (provider, account_number);
create index funding_accounts_customer on funding_accounts (provider, customer_code);
create index funding_accounts_by_number on funding_accounts (account_number) where account_number is not null;

-- A payment that the provider verified. One row per provider transaction, forever, which prevents crediting twice.
-- `paid_in`: it paid for a purchase, and any excess went to the wallet.
create table deposits (
  provider text not null,
  provider_transaction_id text not null,
  id text not null unique,
  -- Null while the owner is unknown.
  user_id text,
  reference text not null,
  state text not null check (
    state in ('credited', 'paid_in', 'quarantined', 'credited_by_operators', 'recalled', 'sent_back', 'restored')
  ),
  reason text,
  amount_kobo bigint not null check (amount_kobo between 1 and 1000000000000),
  provider_fee_kobo bigint not null check (provider_fee_kobo >= 0),
  sender_name text,
  account_number text,
  transaction_id text,
  paid_at timestamptz,
  created_at timestamptz not null,
  order_id text,
  -- Why a payment for a purchase did not, or not entirely, pay for it.
  stray text check (stray in ('less', 'more', 'second', 'late')),
  credited_at timestamptz,
  credited_by text,
  confirmed_by text,
  -- Since when the provider says that a recalled payment is there again. Null: it does not.
  given_again_at timestamptz,
  -- The request by which two operators credited it once more.
  restored_by_request text,
  primary key (provider, provider_transaction_id),
  constraint deposits_paid_in check (state <> 'paid_in' or order_id is not null),
  constraint deposits_credited check (
    (credited_at is null) = (credited_by is null) and (credited_at is null) = (confirmed_by is null)
  ),
  constraint deposits_two_people check (lower(confirmed_by) <> lower(credited_by)),
  -- A deposit credited by operators may be recalled later, and keeps who credited it.
  constraint deposits_credited_state check (
    case state
      when 'credited_by_operators' then credited_at is not null and user_id is not null
      when 'recalled' then true
      when 'restored' then true
      else credited_at is null
    end
  ),
  constraint deposits_given_again check (
    given_again_at is null or state in ('recalled', 'sent_back')
  ),
  constraint deposits_restored check (
    (restored_by_request is not null) = (state = 'restored') and (state <> 'restored' or user_id is not null)
  )
);
create index deposits_of_user on deposits (user_id, id);
create index deposits_of_order on deposits (order_id) where order_id is not null;
-- A hint names a payment by its reference.
create index deposits_of_reference on deposits (provider, reference);
create index deposits_of_amount on deposits (amount_kobo, id);

-- Two operators credit a deposit that was set aside: to the customer and with the amount they agreed on, and once.
-- docs/why/decisions/0060-deposits-credited-by-people.md.
create function deposits_credited_by_two() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and row(old.credited_at, old.credited_by, old.confirmed_by)
    is not distinct from row(new.credited_at, new.credited_by, new.confirmed_by) then
    if old.credited_at is not null and row(old.user_id, old.amount_kobo)
      is distinct from row(new.user_id, new.amount_kobo) then
      raise exception 'a deposit stays credited as two operators agreed' using errcode = 'JO040';
    end if;
    return null;
  end if;
  if tg_op = 'INSERT' or old.state <> 'quarantined' or new.state <> 'credited_by_operators' or not exists (
    select from operator_requests r
    join operators asked on asked.id = r.requested_by
    join operators confirmed on confirmed.id = r.confirmed_by
    where r.act = 'credit-deposit' and r.subject = new.id and r.confirmed_at = new.credited_at
      and r.content ->> 'customer' = new.user_id and r.content ->> 'amountKobo' = new.amount_kobo::text
      and asked.name = new.credited_by and confirmed.name = new.confirmed_by
  ) then
    raise exception 'a deposit is credited as two operators agreed, and once' using errcode = 'JO040';
  end if;
  return null;
end $$;

-- Two operators credit a recalled deposit that the bank gave again. docs/why/decisions/0080-late-reversals.md.
create function deposits_restored_by_two() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.restored_by_request is not null or old.given_again_at is null or not exists (
    select from operator_requests r
    where r.id = new.restored_by_request and r.act = 'credit-deposit' and r.subject = new.id
      and r.confirmed_at is not null and r.requested_by <> r.confirmed_by and r.content ->> 'contradicted' = old.state
      and r.content ->> 'customer' = new.user_id and r.content ->> 'amountKobo' = new.amount_kobo::text
  ) then
    raise exception 'a deposit is credited once more as two operators agreed' using errcode = 'JO040';
  end if;
  return null;
end $$;

create trigger deposits_credited_by_two after update on deposits
  for each row execute function deposits_credited_by_two();
create trigger deposits_not_credited_yet after insert on deposits
  for each row when (new.credited_at is not null) execute function deposits_credited_by_two();
create trigger deposits_restored_by_two after update on deposits
  for each row when (new.restored_by_request is distinct from old.restored_by_request)
  execute function deposits_restored_by_two();
create trigger deposits_not_restored_yet after insert on deposits
  for each row when (new.restored_by_request is not null) execute function deposits_restored_by_two();

-- Webhooks as received, stored before they are answered. They never move money.
create table webhook_events (
  provider text not null,
  event_key text not null,
  about text not null,
  reference text not null,
  received_at timestamptz not null,
  times int not null default 1,
  primary key (provider, event_key)
);
-- The webhooks about one order or deposit, for the console and the worker.
create index webhook_events_of_reference on webhook_events (provider, reference);
-- Webhooks of the last hour, to measure delays; and old ones, to delete them.
create index webhook_events_received_at on webhook_events (received_at);
