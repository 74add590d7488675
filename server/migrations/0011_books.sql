-- Why no money moves at the moment. A stop holds until it is lifted; docs/runbook.md says how.
create table money_stops (
  id text primary key,
  -- books: the ledger does not add up; no money goes out. restored: this database is a backup, and what the providers
  -- did since is not in it yet; no money goes out and nothing is credited.
  reason text not null check (reason in ('books', 'restored')),
  -- For operators.
  detail text not null,
  -- restored: the last moment the backup knows of. What the providers report from then on has to be matched.
  since timestamptz,
  stopped_at timestamptz not null,
  lifted_at timestamptz,
  -- Two different people, or for a restored database the reconciliation that matched everything.
  lifted_by text,
  confirmed_by text,
  constraint money_stops_since check ((reason = 'restored') = (since is not null)),
  constraint money_stops_lifted check ((lifted_at is null) = (lifted_by is null) and (lifted_at is not null or confirmed_by is null)),
  constraint money_stops_two_people check (
    lifted_at is null
    or (reason = 'books' and confirmed_by is not null and lower(lifted_by) <> lower(confirmed_by))
    or (reason = 'restored' and lifted_by = 'reconciliation' and confirmed_by is null)
  )
);
create unique index money_stops_one_open on money_stops (reason) where lifted_at is null;

create trigger money_stops_stay before delete on money_stops for each row execute function refuse_change();
create trigger money_stops_no_truncate before truncate on money_stops for each statement execute function refuse_change();

-- How far the coherence job has come: it checks a share of the book each minute, and all of a small one.
create table book_check (
  only_row boolean primary key default true check (only_row),
  checked_at timestamptz not null,
  -- The last owner whose rows were checked in this round; null at the beginning of one.
  after_owner text,
  round_began_at timestamptz not null,
  -- When every row had been checked at least once; null before the first round has ended.
  round_ended_at timestamptz
);
-- What was posted since the last check. Small, because rows lie in the order of time.
create index ledger_transfers_by_time on ledger_transfers using brin (posted_at) with (pages_per_range = 16);

-- Each comparison of our books with the providers' own.
create table reconciliation_runs (
  id text primary key,
  window_from timestamptz not null,
  window_to timestamptz not null check (window_to >= window_from),
  began_at timestamptz not null,
  ended_at timestamptz not null,
  -- The providers' lines, how many of them agree with ours, and how many are on their way here.
  lines int not null check (lines >= 0),
  matched int not null check (matched >= 0),
  pending int not null check (pending >= 0),
  -- What differs at the end of this run, and how much of it is new.
  exceptions int not null check (exceptions >= 0),
  fresh int not null check (fresh >= 0),
  -- What could not be read or compared; empty when everything was.
  gaps text[] not null
);
create index reconciliation_runs_latest on reconciliation_runs (ended_at);
create trigger reconciliation_runs_append_only before update or delete on reconciliation_runs
  for each row execute function refuse_change();
create trigger reconciliation_runs_no_truncate before truncate on reconciliation_runs
  for each statement execute function refuse_change();

-- What differs between a provider's books and ours: one row per thing, however often it is found.
create table reconciliation_exceptions (
  provider text not null,
  kind text not null,
  reference text not null,
  -- What an operator calls it.
  number bigint not null unique,
  detail text not null,
  -- What our books and the provider's differ by in our float, kobo: positive when the provider holds more.
  difference_kobo bigint,
  found_at timestamptz not null,
  -- The last run that still found it.
  seen_at timestamptz not null,
  closed_at timestamptz,
  -- Why it is no difference any more, in words that a third person can check.
  evidence text check (char_length(evidence) between 4 and 500),
  -- Two different people, or the reconciliation that found it to agree by now.
  closed_by text,
  confirmed_by text,
  primary key (provider, kind, reference),
  constraint reconciliation_exceptions_closed check (
    (closed_at is null) = (closed_by is null) and (closed_at is null) = (evidence is null)
    and (closed_at is not null or confirmed_by is null)
  ),
  constraint reconciliation_exceptions_two_people check (
    closed_at is null or (closed_by = 'reconciliation' and confirmed_by is null)
    or (confirmed_by is not null and lower(closed_by) <> lower(confirmed_by))
  )
);
create index reconciliation_exceptions_open on reconciliation_exceptions (number) where closed_at is null;
create trigger reconciliation_exceptions_stay before delete on reconciliation_exceptions
  for each row execute function refuse_change();
create trigger reconciliation_exceptions_no_truncate before truncate on reconciliation_exceptions
  for each statement execute function refuse_change();

-- What a provider holds of ours beyond the ledger: our own money there. Kept by the first run; changed only by two people,
-- who close a difference that a top-up or a withdrawal of our own explains.
create table provider_own_money (
  provider text primary key,
  own_kobo bigint not null,
  set_at timestamptz not null
);
