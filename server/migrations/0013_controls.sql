-- Suspensions of payments, and the comparison of our books with the providers'.

-- Why no money moves. A suspension holds until it is lifted; docs/operate/README.md says how.
create table payment_suspensions (
  id text primary key,
  -- books: the ledger does not add up; no money goes out. restored: this database comes from a backup and lacks what the
  -- providers did since; no money goes out and nothing is credited. clock: a process's clock cannot be right; no money moves
  -- until it is, or until two people say that it is.
  reason text not null check (reason in ('books', 'restored', 'clock')),
  -- Text for operators.
  detail text not null,
  -- restored: the last moment the backup knows of; everything the providers report from then on has to be matched. clock:
  -- the newest entry, if it is ahead of the clock.
  since timestamptz,
  stopped_at timestamptz not null,
  lifted_at timestamptz,
  -- Two different people; or the reconciliation that matched everything, or a clock that is right again.
  lifted_by text,
  confirmed_by text,
  -- clock: when a process last found its clock wrong, by the database's own clock, which all processes share.
  seen_at timestamptz,
  -- clock: how often a process has found its clock wrong. Money moves again once this stops growing, which needs no clock to
  -- observe.
  seen_count bigint not null default 1 check (seen_count > 0),
  constraint payment_suspensions_lifted check (
    (lifted_at is null) = (lifted_by is null) and (lifted_at is not null or confirmed_by is null)
  ),
  constraint payment_suspensions_since check (
    (reason = 'restored' and since is not null) or (reason = 'books' and since is null) or reason = 'clock'
  ),
  constraint payment_suspensions_two_people check (
    lifted_at is null
    or (reason in ('books', 'clock') and confirmed_by is not null and lower(lifted_by) <> lower(confirmed_by))
    or (reason = 'restored' and lifted_by = 'reconciliation' and confirmed_by is null)
    or (reason = 'clock' and lifted_by = 'clock' and confirmed_by is null)
  ),
  constraint payment_suspensions_seen check ((reason = 'clock') = (seen_at is not null))
);
create unique index payment_suspensions_one_open on payment_suspensions (reason) where lifted_at is null;
create trigger payment_suspensions_no_delete before delete on payment_suspensions
  for each row execute function refuse_change();
create trigger payment_suspensions_no_truncate before truncate on payment_suspensions
  for each statement execute function refuse_change();
create trigger payment_suspensions_take_two after update on payment_suspensions for each row
  when (new.reason in ('books', 'clock') and new.lifted_at is not null and new.confirmed_by is not null)
  execute function take_two_operators('resume-money', 'id', 'lifted_at', 'lifted_by', 'confirmed_by');

-- Progress of the ledger check: a share of the ledger each minute, all of a small one.
create table book_check (
  only_row boolean primary key default true check (only_row),
  checked_at timestamptz not null,
  -- The last owner checked in this round; null at its start.
  after_owner text,
  round_began_at timestamptz not null,
  -- When every row had been checked at least once; null during the first round.
  round_ended_at timestamptz
);

-- Each comparison of our books with the providers'.
create table reconciliation_runs (
  id text primary key,
  window_from timestamptz not null,
  window_to timestamptz not null check (window_to >= window_from),
  began_at timestamptz not null,
  ended_at timestamptz not null,
  -- The providers' lines, how many agree with ours, and how many are pending here.
  lines int not null check (lines >= 0),
  matched int not null check (matched >= 0),
  pending int not null check (pending >= 0),
  -- The differences at the end of this run, and how many of them are new.
  exceptions int not null check (exceptions >= 0),
  fresh int not null check (fresh >= 0),
  -- What could not be read or compared; empty if everything was.
  gaps text[] not null,
  -- The providers that answered. The next run goes back to the last run that reached each provider.
  reached text[] not null,
  -- Lines in the providers' lists that cannot be ours: their number, and the first of them as operators see them.
  not_ours int not null check (not_ours >= 0),
  set_aside text[] not null
);
create index reconciliation_runs_latest on reconciliation_runs (ended_at);
create trigger reconciliation_runs_append_only before update or delete on reconciliation_runs
  for each row execute function refuse_change();
create trigger reconciliation_runs_no_truncate before truncate on reconciliation_runs
  for each statement execute function refuse_change();

-- Differences between a provider's books and ours: one row per subject, however often it is found.
create table reconciliation_exceptions (
  provider text not null,
  kind text not null,
  reference text not null,
  -- The number by which operators refer to it.
  number bigint not null unique,
  detail text not null,
  -- The difference between both books in our float, kobo: positive when the provider holds more.
  difference_kobo bigint,
  found_at timestamptz not null,
  -- When a run last found it.
  seen_at timestamptz not null,
  closed_at timestamptz,
  -- Why it is no longer a difference, in words that a third person can check.
  evidence text check (char_length(evidence) between 4 and 500),
  -- Two different people, or the reconciliation that found both sides to agree.
  closed_by text,
  confirmed_by text,
  -- What the subject has brought into our balance at the provider according to each side, kobo; negative if it took money.
  -- Null: the provider did not answer.
  ledger_kobo bigint,
  provider_kobo bigint,
  -- An earlier list of the provider lacked it, and a later list has it.
  came_late boolean not null default false,
  primary key (provider, kind, reference),
  constraint reconciliation_exceptions_closed check (
    (closed_at is null) = (closed_by is null) and (closed_at is null) = (evidence is null)
    and (closed_at is not null or confirmed_by is null)
  ),
  constraint reconciliation_exceptions_two_people check (
    closed_at is null or (closed_by = 'reconciliation' and confirmed_by is null)
    or (confirmed_by is not null and lower(closed_by) <> lower(confirmed_by))
  ),
  constraint reconciliation_exceptions_sides check (
    ledger_kobo is null or provider_kobo is null or difference_kobo = provider_kobo - ledger_kobo
  ),
  constraint reconciliation_exceptions_came_late check (
    not came_late or (closed_by is not null and closed_by = 'reconciliation')
  )
);
create index reconciliation_exceptions_open on reconciliation_exceptions (number) where closed_at is null;

-- Two operators agree to close one difference, or several at once: the request's subject then names each.
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

create trigger reconciliation_exceptions_stay before delete on reconciliation_exceptions
  for each row execute function refuse_change();
create trigger reconciliation_exceptions_no_truncate before truncate on reconciliation_exceptions
  for each statement execute function refuse_change();
create trigger reconciliation_exceptions_take_two after update on reconciliation_exceptions for each row
  when (new.confirmed_by is not null and row(new.closed_at, new.closed_by, new.confirmed_by, new.evidence)
    is distinct from row(old.closed_at, old.closed_by, old.confirmed_by, old.evidence))
  execute function reconciliation_exceptions_take_two();

-- The differences open at the end of a run, as they were then.
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

-- Our own money at a provider, beyond the ledger. Set by the first run; changed only by two people who close a difference
-- that a top-up or withdrawal of our own explains.
create table provider_opening_balances (
  provider text primary key,
  own_kobo bigint not null,
  set_at timestamptz not null
);

-- What each provider held for us and what the ledger said at that moment, when the last reconciliation read both.
create table provider_positions (
  provider text primary key,
  held_kobo bigint not null,
  ledger_kobo bigint not null,
  read_at timestamptz not null
);
