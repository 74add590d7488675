-- Every reference an order ever went out under. Most orders have one; a purchase that was proved to have arrived nowhere gets
-- a second one when the first can be used no more. docs/orders.md, R2 and R13.
create table order_attempts (
  user_id text not null,
  order_id text not null,
  -- 1 for the first.
  number int not null,
  provider text not null,
  reference text not null,
  at timestamptz not null,
  -- When the provider said, by its own clock, that it does not know the reference before this one: the proof that this one
  -- was allowed.
  earlier_absent_at timestamptz[] not null default '{}',
  -- Two operators found it at the provider after a restore: it went out, and this database does not know how it was allowed.
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

-- A restored purchase whose reference is not known has none: its own id stands there.
insert into order_attempts (user_id, order_id, number, provider, reference, at)
select user_id, id, 1, provider, reference, coalesce(sent_at, created_at) from orders
where send_count > 0 and (kind = 'withdrawal' or reference <> id);

-- When the provider said, by its own clock, that it does not know the reference and can no longer take it.
alter table orders add column absent_at timestamptz[] not null default '{}';
-- How many of its requests went out under earlier references than the one it has.
alter table orders add column earlier_sends int not null default 0;
alter table orders add constraint orders_earlier_sends check (earlier_sends between 0 and send_count);
-- It was open in a backup that was restored: whether it went out under another reference since is not known.
alter table orders add column maybe_elsewhere boolean not null default false;
