-- An operator freezes a customer's money out, and two lift that. Two operators end everybody's sessions.
-- docs/decisions/0062-freezes-by-operators.md explains the rules.

alter table operator_requests drop constraint operator_requests_act_check;
alter table operator_requests add constraint operator_requests_act_check check (
  act in (
    'resume-money', 'close-difference', 'recover-account', 'add-operator', 'revoke-operator', 'change-role',
    'enrol-passkey', 'set-bank-notice', 'end-bank-notice', 'set-channels', 'set-prices', 'pause-kind',
    'resume-kind', 'credit-deposit', 'end-review', 'refund-bpc', 'unfreeze-customer', 'end-all-sessions'
  )
);

-- Beside frozen_at, the owner's own freeze: each holds by itself. In the same row, so that an approval that waits for it sees it.
alter table users add column operator_freeze_id text
  constraint users_operator_freeze_id_check check (operator_freeze_id ~ '^frz_[0-9a-z]{35}$');
alter table users add column operator_frozen_at timestamptz;
-- What the customer reads about the reason. What the operator wrote is in the record of operators.
alter table users add column operator_freeze_heading text
  constraint users_operator_freeze_heading_check check (operator_freeze_heading in ('wish', 'safety', 'review'));
alter table users add constraint users_operator_freeze check (
  (operator_freeze_id is null) = (operator_frozen_at is null)
  and (operator_freeze_id is null) = (operator_freeze_heading is null)
);

-- Its owner may lift a freeze at their own wish, and another freeze may replace it. Any other is lifted by two operators, once.
create function users_operator_freeze_lifted() returns trigger language plpgsql as $$
begin
  if new.operator_freeze_id is not null or not exists (
    select from operator_requests
    where act = 'unfreeze-customer' and subject = old.operator_freeze_id and confirmed_at is not null
  ) then
    raise exception 'an operator''s freeze is lifted by two' using errcode = 'JO050';
  end if;
  return null;
end $$;
create trigger users_operator_freeze_lifted after update on users for each row
  when (old.operator_freeze_heading <> 'wish'
    and row(new.operator_freeze_id, new.operator_frozen_at, new.operator_freeze_heading)
      is distinct from row(old.operator_freeze_id, old.operator_frozen_at, old.operator_freeze_heading))
  execute function users_operator_freeze_lifted();
