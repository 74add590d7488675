-- A payment that was set aside is credited to the customer whom two operators agreed on.
-- docs/decisions/0060-deposits-credited-by-people.md explains the rules.

alter table operator_requests drop constraint operator_requests_act_check;
alter table operator_requests add constraint operator_requests_act_check check (
  act in (
    'resume-money', 'close-difference', 'recover-account', 'add-operator', 'revoke-operator', 'change-role',
    'enrol-passkey', 'set-bank-notice', 'end-bank-notice', 'set-channels', 'set-prices', 'pause-kind',
    'resume-kind', 'credit-deposit'
  )
);

alter table deposits add column credited_at timestamptz;
alter table deposits add column credited_by text;
alter table deposits add column confirmed_by text;
alter table deposits add constraint deposits_credited check (
  (credited_at is null) = (credited_by is null) and (credited_at is null) = (confirmed_by is null)
);
-- What was credited so may still be recalled, and keeps who credited it.
alter table deposits add constraint deposits_credited_state check (
  case state
    when 'credited_by_operators' then credited_at is not null and user_id is not null
    when 'recalled' then true
    else credited_at is null
  end
);
alter table deposits add constraint deposits_two_people check (lower(confirmed_by) <> lower(credited_by));

-- Only what is set aside, only to the customer and with the amount that two operators agreed to, and for good.
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
create trigger deposits_credited_by_two after update on deposits
  for each row execute function deposits_credited_by_two();
create trigger deposits_not_credited_yet after insert on deposits
  for each row when (new.credited_at is not null) execute function deposits_credited_by_two();
