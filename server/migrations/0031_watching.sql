-- What each provider held of ours and what the ledger said at the same moment, when the last reconciliation read both.
create table provider_positions (
  provider text primary key,
  held_kobo bigint not null,
  ledger_kobo bigint not null,
  read_at timestamptz not null
);

-- Alarms that operators still have to be told of, or that still last. A row goes once nobody has to be told of it any more;
-- the record of all alarms is the table alarms.
create table open_alarms (
  kind text not null,
  subject_id text not null,
  raised_at timestamptz not null,
  -- When operators were last told of it; null until they are for the first time.
  told_at timestamptz,
  primary key (kind, subject_id)
);

-- Signed webhooks on their way to the operators' own systems. A row goes when it was accepted, or is given up.
create table alarm_webhooks (
  id text primary key check (id ~ '^alw_[0-9a-hjkmnp-tv-z]{35}$'),
  -- The JSON text, as it is signed.
  body text not null check (char_length(body) between 2 and 8192),
  created_at timestamptz not null
);
