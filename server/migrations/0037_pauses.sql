-- Two operators pause one kind of order for a few hours, for everybody or for one bank, network or company.
-- docs/decisions/0058-pauses.md explains the rules this table enforces.

alter table operator_requests drop constraint operator_requests_act_check;
alter table operator_requests add constraint operator_requests_act_check check (
  act in (
    'resume-money', 'close-difference', 'recover-account', 'add-operator', 'revoke-operator', 'change-role',
    'enrol-passkey', 'set-bank-notice', 'end-bank-notice', 'set-channels', 'set-prices', 'pause-kind', 'resume-kind'
  )
);

-- While one holds, nothing of its kind gets terms or is approved. It takes nothing back that was approved before.
create table kind_pauses (
  id text primary key check (id ~ '^pau_[0-9a-z]{35}$'),
  kind text not null check (kind in ('withdrawal', 'airtime', 'data', 'electricity', 'tv', 'education', 'bpc')),
  -- The one bank, network or company that is paused, as orders name it; null: all of the kind.
  service text check (service ~ '^[!-~]{1,80}$'),
  service_name text check (char_length(service_name) between 1 and 100 and service_name !~ '[[:cntrl:]]'),
  -- What customers read, word for word as two operators agreed to it.
  reason text not null check (char_length(reason) between 10 and 300 and reason !~ '[[:cntrl:]]'),
  set_at timestamptz not null,
  -- When it ends by itself.
  ends_at timestamptz not null,
  set_by text not null,
  confirmed_by text not null,
  -- Two operators lifted it before.
  lifted_at timestamptz,
  lifted_by text,
  lift_confirmed_by text,
  constraint kind_pauses_service check (
    (service is null) = (service_name is null) and (kind <> 'bpc' or service is null)
  ),
  constraint kind_pauses_two_people check (lower(confirmed_by) <> lower(set_by)),
  constraint kind_pauses_span check (ends_at > set_at and ends_at <= set_at + interval '24 hours'),
  constraint kind_pauses_lifted check (
    (lifted_at is null) = (lifted_by is null) and (lifted_at is null) = (lift_confirmed_by is null)
  ),
  constraint kind_pauses_lifted_in_time check (lifted_at >= set_at and lifted_at < ends_at),
  constraint kind_pauses_lift_two_people check (lower(lift_confirmed_by) <> lower(lifted_by))
);
create index kind_pauses_ends_at on kind_pauses (ends_at);

create function kind_pauses_fixed() returns trigger language plpgsql as $$
begin
  if old.lifted_at is not null or new.lifted_at is null
    or to_jsonb(old) - 'lifted_at' - 'lifted_by' - 'lift_confirmed_by'
      <> to_jsonb(new) - 'lifted_at' - 'lifted_by' - 'lift_confirmed_by' then
    raise exception 'a pause stays what was agreed to, and is lifted once' using errcode = 'JO023';
  end if;
  return new;
end $$;
create trigger kind_pauses_fixed before update on kind_pauses for each row execute function kind_pauses_fixed();
create trigger kind_pauses_take_two after insert on kind_pauses
  for each row execute function take_two_operators('pause-kind', 'id', 'set_at', 'set_by', 'confirmed_by');
create trigger kind_pauses_lift_takes_two after update on kind_pauses
  for each row execute function take_two_operators('resume-kind', 'id', 'lifted_at', 'lifted_by', 'lift_confirmed_by');
create trigger kind_pauses_no_delete before delete on kind_pauses for each row execute function refuse_change();
create trigger kind_pauses_no_truncate before truncate on kind_pauses
  for each statement execute function refuse_change();
