-- Both sides of each difference as amounts, what was open at the end of each run, and several differences closed together.
-- docs/decisions/0063-differences-have-two-sides.md explains the rules.

alter table operator_requests drop constraint operator_requests_act_check;
alter table operator_requests add constraint operator_requests_act_check check (
  act in (
    'resume-money', 'close-difference', 'recover-account', 'add-operator', 'revoke-operator', 'change-role',
    'enrol-passkey', 'set-bank-notice', 'end-bank-notice', 'set-channels', 'set-prices', 'pause-kind',
    'resume-kind', 'credit-deposit', 'end-review', 'refund-bpc', 'unfreeze-customer', 'end-all-sessions',
    'close-differences'
  )
);

-- What each book says the thing has brought into our balance at the provider, kobo; below zero what it has taken. Null: found
-- before this was recorded, or the provider did not answer.
alter table reconciliation_exceptions add column ledger_kobo bigint;
alter table reconciliation_exceptions add column provider_kobo bigint;
alter table reconciliation_exceptions add constraint reconciliation_exceptions_sides check (
  ledger_kobo is null or provider_kobo is null or difference_kobo = provider_kobo - ledger_kobo
);
-- An earlier list of the provider lacked it, and a later one has it.
alter table reconciliation_exceptions add column came_late boolean not null default false;
alter table reconciliation_exceptions add constraint reconciliation_exceptions_came_late check (
  not came_late or (closed_by is not null and closed_by = 'reconciliation')
);

-- Kinds that covered more than one type of difference are split, so what was explained under one name stays explained.
update reconciliation_exceptions set kind = 'currency-differs'
  where kind = 'transfer-differs' and detail = 'the currency';
update reconciliation_exceptions set kind = 'recipient-differs'
  where kind = 'transfer-differs' and detail = 'the account number';
update reconciliation_exceptions set kind = 'deposit-state-differs'
  where kind = 'deposit-differs' and detail like '% here, and in the list';
update reconciliation_exceptions set kind = 'deposit-fee-differs'
  where kind = 'deposit-differs' and detail ~ '^(\S+) with a charge of \S+ here, \1 with a charge of \S+ there$';
update reconciliation_exceptions set kind = 'purchase-cost-differs'
  where kind = 'purchase-differs' and detail like 'the cost: %';
update reconciliation_exceptions set kind = 'paid-twice'
  where kind = 'purchase-differs' and detail ~ ' there a second time: \S+ is (settled|late_success) under another reference$';
update reconciliation_exceptions e set kind = 'state-differs'
  where kind = 'purchase-differs' and detail like '% there a second time: %' and not exists (
    select from reconciliation_exceptions o
    where o.provider = e.provider and o.kind = 'state-differs' and o.reference = e.reference
  );

-- What was open at the end of a run, as it was then.
create table reconciliation_run_differences (
  run_id text not null references reconciliation_runs,
  number bigint not null references reconciliation_exceptions (number),
  detail text not null,
  ledger_kobo bigint,
  provider_kobo bigint,
  difference_kobo bigint,
  primary key (run_id, number),
  constraint reconciliation_run_differences_sides check (
    ledger_kobo is null or provider_kobo is null or difference_kobo = provider_kobo - ledger_kobo
  )
);
create trigger reconciliation_run_differences_append_only before update or delete on reconciliation_run_differences
  for each row execute function refuse_change();
create trigger reconciliation_run_differences_no_truncate before truncate on reconciliation_run_differences
  for each statement execute function refuse_change();

-- Two operators agree to one difference, or to several at once: the subject then names each.
create function reconciliation_exceptions_take_two() returns trigger language plpgsql as $$
begin
  if not exists (
    select from operator_requests r
    join operators asked on asked.id = r.requested_by
    join operators confirmed on confirmed.id = r.confirmed_by
    where r.confirmed_at = new.closed_at
      and (
        (r.act = 'close-difference' and r.subject = new.number::text)
        or (r.act = 'close-differences' and new.number::text = any(string_to_array(r.subject, ',')))
      )
      and asked.name = new.closed_by and confirmed.name = new.confirmed_by
  ) then
    raise exception 'reconciliation_exceptions takes what two operators agreed to' using errcode = 'JO006';
  end if;
  return null;
end $$;
drop trigger reconciliation_exceptions_take_two on reconciliation_exceptions;
create trigger reconciliation_exceptions_take_two after update on reconciliation_exceptions for each row
  when (new.confirmed_by is not null and row(new.closed_at, new.closed_by, new.confirmed_by, new.evidence)
    is distinct from row(old.closed_at, old.closed_by, old.confirmed_by, old.evidence))
  execute function reconciliation_exceptions_take_two();
