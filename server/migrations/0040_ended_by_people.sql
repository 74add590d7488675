-- Two operators end a manual review, or refund a BPC after the days in which its owner can return it.
-- docs/decisions/0061-reviews-ended-by-people.md explains the rules.

alter table operator_requests drop constraint operator_requests_act_check;
alter table operator_requests add constraint operator_requests_act_check check (
  act in (
    'resume-money', 'close-difference', 'recover-account', 'add-operator', 'revoke-operator', 'change-role',
    'enrol-passkey', 'set-bank-notice', 'end-bank-notice', 'set-channels', 'set-prices', 'pause-kind',
    'resume-kind', 'credit-deposit', 'end-review', 'refund-bpc'
  )
);

-- The request by which two operators ended the order. Null: nobody did, and what it says is proved.
alter table orders add column ended_by_request text;
alter table orders add constraint orders_ended_state check (
  ended_by_request is null or state in ('settled', 'released', 'returned', 'late_success')
);

-- Only as two different operators agreed, with the outcome and the amount they saw, once and for good.
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
create trigger orders_ended_by_two after update on orders
  for each row when (new.ended_by_request is distinct from old.ended_by_request) execute function orders_ended_by_two();
create trigger orders_not_ended_yet after insert on orders
  for each row when (new.ended_by_request is not null) execute function orders_ended_by_two();

-- A step says that people ended it only where the order says by which request.
create function order_steps_by_two() returns trigger language plpgsql as $$
begin
  if not exists (
    select from orders o where o.user_id = new.user_id and o.id = new.order_id and o.state = new.state
      and o.updated_at = new.at and o.ended_by_request is not null
  ) then
    raise exception 'a step of an order is made by people only with the request of two' using errcode = 'JO041';
  end if;
  return new;
end $$;
create trigger order_steps_by_two before insert on order_steps
  for each row when (new.event in ('paid-by-operators', 'not-paid-by-operators', 'refunded-by-operators'))
  execute function order_steps_by_two();
