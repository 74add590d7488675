-- What each provider held of ours and what the ledger said at the same moment, when the last reconciliation read both.
create table provider_positions (
  provider text primary key,
  held_kobo bigint not null,
  ledger_kobo bigint not null,
  read_at timestamptz not null
);
