-- What takes two operators is checked when it is done: the one who asked may still ask for it, and the one who confirms may
-- still confirm it. docs/decisions/0085-operators-sign-what-is-done.md explains the rules.

-- The same as contract/console/permissions.ts; a test compares every act and role.
create function operator_may_ask(of_role text, of_act text) returns boolean language sql immutable as $$
  select of_role = any (case of_act
    when 'resume-money' then '{finance,manager}'
    when 'close-difference' then '{finance,manager}'
    when 'close-differences' then '{finance,manager}'
    when 'credit-deposit' then '{finance,manager}'
    when 'end-review' then '{finance,manager}'
    when 'refund-bpc' then '{support,finance,manager}'
    when 'recover-account' then '{support,risk,manager}'
    when 'end-all-sessions' then '{risk,manager}'
    when 'unfreeze-customer' then '{support,risk,manager}'
    when 'add-operator' then '{manager}'
    when 'revoke-operator' then '{manager}'
    when 'change-role' then '{manager}'
    when 'pause-kind' then '{risk,manager}'
    when 'resume-kind' then '{risk,manager}'
    when 'set-bank-notice' then '{risk,manager}'
    when 'end-bank-notice' then '{risk,manager}'
    when 'set-channels' then '{manager}'
    when 'set-prices' then '{manager}'
    when 'set-limits' then '{risk,manager}'
    when 'set-customer-limit' then '{risk,manager}'
    when 'enrol-passkey' then '{support,finance,risk,manager}'
    else '{}'
  end::text[])
$$;

create function operator_may_confirm(of_role text, of_act text) returns boolean language sql immutable as $$
  select of_role = any (case
    when of_act in ('close-difference', 'close-differences') then '{finance,manager}'
    when of_act in ('recover-account', 'unfreeze-customer', 'set-customer-limit') then '{risk,manager}'
    when of_act in (
      'resume-money', 'credit-deposit', 'end-review', 'refund-bpc', 'end-all-sessions', 'pause-kind', 'resume-kind',
      'set-prices', 'set-limits'
    ) then '{finance,risk,manager}'
    when of_act in (
      'add-operator', 'revoke-operator', 'change-role', 'set-bank-notice', 'end-bank-notice', 'set-channels', 'enrol-passkey'
    ) then '{support,finance,risk,manager}'
    else '{}'
  end::text[])
$$;

create or replace function operator_requests_confirm() returns trigger language plpgsql as $$
declare
  active int;
begin
  if old.confirmed_at is not null or new.confirmed_at is null
    or to_jsonb(old) - 'confirmed_by' - 'confirmed_at' - 'confirm_evidence'
      <> to_jsonb(new) - 'confirmed_by' - 'confirmed_at' - 'confirm_evidence' then
    raise exception 'a request is confirmed once, as it was made' using errcode = 'JO001';
  end if;
  perform 1 from operators
    where id in (new.requested_by, new.confirmed_by) and admitted_at is not null and revoked_at is null
    order by id for share;
  get diagnostics active = row_count;
  if active < 2 then
    raise exception 'a request takes two operators who stand' using errcode = 'JO002';
  end if;
  if not exists (select from operators where id = new.requested_by and operator_may_ask(role, new.act)) then
    raise exception 'the one who asked may not ask for this any more' using errcode = 'JO012';
  end if;
  if not exists (select from operators where id = new.confirmed_by and operator_may_confirm(role, new.act)) then
    raise exception 'the one who confirms may not confirm this' using errcode = 'JO013';
  end if;
  return null;
end $$;

-- What waits is read for every request and several screens, among all that was ever asked for.
create index operator_requests_waiting on operator_requests (expires_at) where confirmed_at is null;
