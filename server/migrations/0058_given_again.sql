-- A payment that the bank took back and gives again is credited once more when two operators agree.
-- docs/decisions/0080-late-reversals.md explains the rules.

alter table ledger_transfers drop constraint ledger_transfers_kind_check;
alter table ledger_transfers add constraint ledger_transfers_kind_check check (
  kind in ('grant', 'deposit', 'pay-in', 'quarantine', 'hold', 'settle', 'release', 'return', 'late-success', 'recall',
    'restore', 'repay', 'sms')
);
create unique index ledger_transfers_one_restore on ledger_transfers (user_id, subject_id) where kind = 'restore';

alter table deposits drop constraint deposits_state_check;
alter table deposits add constraint deposits_state_check check (
  state in ('credited', 'paid_in', 'quarantined', 'credited_by_operators', 'recalled', 'sent_back', 'restored')
);
alter table deposits drop constraint deposits_credited_state;
alter table deposits add constraint deposits_credited_state check (
  case state
    when 'credited_by_operators' then credited_at is not null and user_id is not null
    when 'recalled' then true
    when 'restored' then true
    else credited_at is null
  end
);

-- Since when the provider has said that a payment which the bank took back is there again. Null: it does not.
alter table deposits add column given_again_at timestamptz;
alter table deposits add constraint deposits_given_again check (
  given_again_at is null or state in ('recalled', 'sent_back')
);
-- The request by which two operators credited it once more.
alter table deposits add column restored_by_request text;
alter table deposits add constraint deposits_restored check (
  (restored_by_request is not null) = (state = 'restored') and (state <> 'restored' or user_id is not null)
);

-- Only what is given again, only to the customer and with the amount that two operators agreed to, once and for good.
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
create trigger deposits_restored_by_two after update on deposits
  for each row when (new.restored_by_request is distinct from old.restored_by_request)
  execute function deposits_restored_by_two();
create trigger deposits_not_restored_yet after insert on deposits
  for each row when (new.restored_by_request is not null) execute function deposits_restored_by_two();
