-- Quotes and orders. docs/reference/orders.md explains the states; server/payments/orders/machine.ts has the
-- transitions.

create table quotes (
  user_id text not null,
  id text not null,
  kind text not null check (is_order_kind(kind)),
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
  -- Who carries it out: a payment provider, a bills provider, or `jara` if no provider is needed.
  provider text not null default 'paystack',
  price_list text not null default 'standard' check (price_list in ('standard', 'bpc')),
  -- The code that gave access to the price list; null for standard prices.
  bpc_id text,
  -- The provider's expected charge to us.
  cost_kobo bigint not null default 0 check (cost_kobo >= 0),
  sale jsonb,
  -- Quotes that are approved together, with one signature.
  batch_id text,
  primary key (user_id, id),
  constraint quotes_never_below_cost check (kind in ('withdrawal', 'bpc') or amount_kobo - discount_kobo >= cost_kobo),
  constraint quotes_bpc_prices check (price_list = 'standard' or bpc_id is not null)
);
create index quotes_expiry on quotes (expires_at);
create index quotes_of_batch on quotes (user_id, batch_id) where batch_id is not null;

create table orders (
  user_id text not null,
  id text not null,
  kind text not null check (is_order_kind(kind)),
  -- The idempotency key: one quote becomes one order, however often it is approved.
  quote_id text not null,
  state text not null check (
    state in ('awaiting_payment', 'expired', 'held', 'in_flight', 'pending', 'unknown', 'manual_review', 'settled',
      'released', 'returned', 'late_success')
  ),
  amount_kobo bigint not null check (amount_kobo between 1 and 1000000000000),
  fee_kobo bigint not null check (fee_kobo >= 0),
  duty_kobo bigint not null check (duty_kobo >= 0),
  discount_kobo bigint not null check (discount_kobo >= 0),
  total_kobo bigint not null check (total_kobo = amount_kobo + fee_kobo + duty_kobo - discount_kobo and total_kobo > 0),
  recipient jsonb not null,
  -- The text that was shown, and the signature over it: proof of who agreed to what.
  terms text not null,
  approval jsonb not null,
  provider text not null,
  -- Our reference at the provider: every retry repeats it.
  reference text not null,
  transaction_id text not null,
  -- The day in Africa/Lagos whose limit it counts against.
  lagos_day date not null,
  send_count int not null default 0,
  -- The provider's charge on top, known once verified.
  provider_fee_kobo bigint not null default 0 check (provider_fee_kobo >= 0),
  provider_word text,
  failure text,
  not_found_count int not null default 0,
  not_found_since timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  price_list text not null default 'standard' check (price_list in ('standard', 'bpc')),
  bpc_id text,
  cost_kobo bigint not null default 0 check (cost_kobo >= 0),
  sale jsonb,
  -- The tokens for a prepaid meter.
  token text,
  units text,
  -- Where the money comes from. Money from a bank transfer is never held: it is in no wallet.
  paid_by text not null default 'wallet' check (paid_by in ('wallet', 'transfer')),
  -- Identifies the recipient, so that a repeated payment is pointed out and not sent immediately after the first.
  recipient_key text not null default '',
  -- When a request was last sent.
  sent_at timestamptz,
  -- When the provider said that the reference is unknown and no longer accepted, by its own clock.
  absent_at timestamptz[] not null default '{}',
  -- How many of its requests were sent under earlier references.
  earlier_sends int not null default 0,
  -- The order was open in a restored backup, so it may have been sent under another reference since.
  maybe_elsewhere boolean not null default false,
  -- Delivered goods that anyone could use, such as exam PINs, encrypted with AES-256-GCM. The order's kind defines the format.
  delivery_box bytea check (octet_length(delivery_box) between 29 and 4096),
  key_id text check (key_id ~ '^[0-9a-f]{8}$'),
  -- The request by which two operators ended the order. Null: they did not, and its state is proved.
  ended_by_request text,
  -- Released, paid after all, and returned: the release returned its hold, and the return what was taken again.
  returned_late boolean not null default false,
  -- Since when the provider contradicts its own proof of payment. Null: it does not.
  contradicted_at timestamptz,
  -- The request by which two operators returned the money of a contradicted order.
  undone_by_request text,
  primary key (user_id, id),
  constraint orders_one_per_quote unique (user_id, quote_id),
  constraint orders_by_transfer check (
    (paid_by = 'wallet' and state not in ('awaiting_payment', 'expired'))
    or (paid_by = 'transfer' and kind = 'bpc' and state in ('awaiting_payment', 'expired', 'settled', 'returned'))
  ),
  constraint orders_earlier_sends check (earlier_sends between 0 and send_count),
  constraint orders_delivery_sealed check ((delivery_box is null) = (key_id is null)),
  constraint orders_ended_state check (
    ended_by_request is null or state in ('settled', 'released', 'returned', 'late_success')
  ),
  constraint orders_returned_late check (not returned_late or state = 'returned'),
  constraint orders_contradicted check (
    contradicted_at is null or state in ('settled', 'late_success')
  ),
  constraint orders_undone_state check (undone_by_request is null or state = 'returned')
);
create unique index orders_reference on orders (provider, reference);
create index orders_by_id on orders (id);
create index orders_by_day on orders (user_id, lagos_day);
create index orders_of_code on orders (user_id, bpc_id) where bpc_id is not null;
create index orders_awaiting on orders (user_id) where state = 'awaiting_payment';
create index orders_of_recipient on orders (user_id, recipient_key, created_at) where recipient_key <> '';
-- The sales of a user, newest first.
create index orders_sold on orders (user_id, id) where sale is not null;
-- For re-encrypting them after a change of the secret.
create index orders_delivery on orders (user_id, id) where delivery_box is not null;
-- The number in a recipient's key, after its kind and its bank, network or biller: an account, a phone or a meter.
create index orders_of_number on orders (split_part(recipient_key, ':', 3), id) where recipient_key <> '';
create index orders_of_amount on orders (amount_kobo, id);

-- Two operators end a manual review or refund a BPC: with the outcome and amount they saw, and once.
-- docs/why/decisions/0061-reviews-ended-by-people.md.
create function orders_ended_by_two() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.ended_by_request is not null or not exists (
    select from operator_requests r
    where r.id = new.ended_by_request and r.subject = new.id and r.confirmed_at = new.updated_at
      and r.requested_by <> r.confirmed_by and r.content ->> 'totalKobo' = new.total_kobo::text
      and case r.act
        when 'end-review' then old.state = 'manual_review' and new.state =
          case r.content ->> 'outcome' when 'paid' then 'settled' when 'not-paid' then 'released' end
        when 'refund-bpc' then new.kind = 'bpc' and old.state = 'settled' and new.state = 'returned'
        else false
      end
  ) then
    raise exception 'an order is ended by people as two operators agreed, and once' using errcode = 'JO041';
  end if;
  return null;
end $$;

-- Two operators undo an order while its provider contradicts itself: with the amount they saw, and once.
-- docs/why/decisions/0080-late-reversals.md.
create function orders_undone_by_two() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.undone_by_request is not null or old.contradicted_at is null or new.state <> 'returned'
    or not exists (
      select from operator_requests r
      where r.id = new.undone_by_request and r.act = 'end-review' and r.content ->> 'outcome' = 'not-paid'
        and r.subject = new.id and r.confirmed_at = new.updated_at and r.requested_by <> r.confirmed_by
        and r.content ->> 'totalKobo' = new.total_kobo::text and r.content ->> 'contradicted' = old.state
    ) then
    raise exception 'an order is undone by people as two operators agreed, and once' using errcode = 'JO041';
  end if;
  return null;
end $$;

create trigger orders_ended_by_two after update on orders
  for each row when (new.ended_by_request is distinct from old.ended_by_request) execute function orders_ended_by_two();
create trigger orders_not_ended_yet after insert on orders
  for each row when (new.ended_by_request is not null) execute function orders_ended_by_two();
create trigger orders_undone_by_two after update on orders
  for each row when (new.undone_by_request is distinct from old.undone_by_request) execute function orders_undone_by_two();
create trigger orders_not_undone_yet after insert on orders
  for each row when (new.undone_by_request is not null) execute function orders_undone_by_two();

-- Every change of state, for the timeline and as evidence.
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

-- A step can say that people ended or undid an order only if the order names their request.
create function order_steps_by_two() returns trigger language plpgsql as $$
begin
  if not exists (
    select from orders o where o.user_id = new.user_id and o.id = new.order_id and o.state = new.state
      and o.updated_at = new.at and coalesce(o.undone_by_request, o.ended_by_request) is not null
  ) then
    raise exception 'a step of an order is made by people only with the request of two' using errcode = 'JO041';
  end if;
  return new;
end $$;

create trigger order_steps_append_only before update or delete on order_steps
  for each row execute function refuse_change();
create trigger order_steps_no_truncate before truncate on order_steps
  for each statement execute function refuse_change();
create trigger order_steps_by_two before insert on order_steps
  for each row when (new.event in ('paid-by-operators', 'not-paid-by-operators', 'refunded-by-operators'))
  execute function order_steps_by_two();

-- Every reference under which an order was sent. Most orders have one. A purchase that provably arrived nowhere gets a
-- second one once the first can no longer be used. docs/reference/orders.md, R2 and R13.
create table order_attempts (
  user_id text not null,
  order_id text not null,
  -- 1 for the first.
  number int not null,
  provider text not null,
  reference text not null,
  at timestamptz not null,
  -- When the provider said, by its own clock, that the previous reference is unknown: the proof that allowed this one.
  earlier_absent_at timestamptz[] not null default '{}',
  -- Two operators found it at the provider after a restore: it was sent, and this database lacks the proof that allowed it.
  found_by_people boolean not null default false,
  primary key (user_id, order_id, number),
  constraint order_attempts_number check (number >= 1),
  constraint order_attempts_proved check (
    (number = 1 and cardinality(earlier_absent_at) = 0) or found_by_people or cardinality(earlier_absent_at) >= 3
  )
);
create unique index order_attempts_reference on order_attempts (provider, reference);
create trigger order_attempts_append_only before update or delete on order_attempts
  for each row execute function refuse_change();
create trigger order_attempts_no_truncate before truncate on order_attempts
  for each statement execute function refuse_change();

-- Saved recipients. Each person has few, which are read all at once.
create table beneficiaries (
  user_id text not null,
  id text not null,
  kind text not null check (kind in ('bank', 'phone', 'meter', 'smartcard')),
  -- Equal for the same recipient.
  key text not null,
  details jsonb not null,
  last_used_at timestamptz not null,
  -- A person's own name for a phone number. Other recipients have the name that their bank or company gave.
  name text check (char_length(name) between 1 and 80 and name !~ '[[:cntrl:]]'),
  primary key (user_id, id),
  constraint beneficiaries_once unique (user_id, kind, key),
  constraint beneficiaries_named check (name is null or kind = 'phone')
);
