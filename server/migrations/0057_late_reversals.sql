-- A late success that its provider takes back, and an order whose provider contradicts its own proof.
-- docs/decisions/0080-late-reversals.md explains the rules.

-- Released, paid after all, and returned: its hold went back with the release, and what was taken again with the return.
alter table orders add column returned_late boolean not null default false;
alter table orders add constraint orders_returned_late check (not returned_late or state = 'returned');

-- Since when the provider has said something that contradicts an order that it had proved paid. Null: it does not.
alter table orders add column contradicted_at timestamptz;
alter table orders add constraint orders_contradicted check (
  contradicted_at is null or state in ('settled', 'late_success')
);

-- The request by which two operators gave the money of a contradicted order back.
alter table orders add column undone_by_request text;
alter table orders add constraint orders_undone_state check (undone_by_request is null or state = 'returned');

-- Only as two different operators agreed, with the amount they saw, while the provider contradicts itself, once and for good.
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
create trigger orders_undone_by_two after update on orders
  for each row when (new.undone_by_request is distinct from old.undone_by_request) execute function orders_undone_by_two();
create trigger orders_not_undone_yet after insert on orders
  for each row when (new.undone_by_request is not null) execute function orders_undone_by_two();

-- A step says that people ended it, or undid it, only where the order says by which request.
create or replace function order_steps_by_two() returns trigger language plpgsql as $$
begin
  if not exists (
    select from orders o where o.user_id = new.user_id and o.id = new.order_id and o.state = new.state
      and o.updated_at = new.at and coalesce(o.undone_by_request, o.ended_by_request) is not null
  ) then
    raise exception 'a step of an order is made by people only with the request of two' using errcode = 'JO041';
  end if;
  return new;
end $$;

-- An order that was released has its refund; one that was then taken again has a second when it comes back.
alter table transactions add column is_second_refund boolean not null default false;
alter table transactions add constraint transactions_second_refund check (not is_second_refund or kind = 'refund');
drop index transactions_one_refund;
create unique index transactions_one_refund on transactions (user_id, order_id, is_second_refund) where kind = 'refund';

-- Two operators may decide about one subject once more after its provider contradicted itself: then the request names its state.
drop index operator_requests_once;
create unique index operator_requests_once on operator_requests (act, subject, coalesce(content ->> 'contradicted', ''))
  where confirmed_at is not null and act <> 'change-role';
