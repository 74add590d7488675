-- Shared by all other files: rows that never change, the kinds of order, the installation, and due work.

-- For triggers: evidence can be added, but never changed or removed.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% refuses %: what was written stays', tg_table_name, lower(tg_op) using errcode = 'JL009';
end $$;

-- Every kind of order, for all tables that name one: docs/why/decisions/0099-kinds.md. A new kind replaces this
-- function, which reads no row and locks no table.
create function is_order_kind(of_kind text) returns boolean language sql immutable as $$
  select of_kind in ('withdrawal', 'airtime', 'data', 'electricity', 'tv', 'education', 'bpc')
$$;

-- Practice or live money, decided once by the first start.
create table installation (
  only_row boolean primary key default true check (only_row),
  mode text not null check (mode in ('sandbox', 'live')),
  created_at timestamptz not null
);
create trigger installation_fixed before update or delete on installation
  for each row execute function refuse_change();
create trigger installation_no_truncate before truncate on installation
  for each statement execute function refuse_change();

-- Distinguishes secrets of the installation without revealing anything about them: HMAC-SHA-256(secret,
-- 'jara.v1/secret-check'). The first start writes it for good: without it the next start would accept any secret.
create table secret_check (
  only_row boolean primary key default true check (only_row),
  check_value bytea not null check (octet_length(check_value) = 32),
  kept_at timestamptz not null
);
create trigger secret_check_no_delete before delete on secret_check
  for each row execute function refuse_change();
create trigger secret_check_no_truncate before truncate on secret_check
  for each statement execute function refuse_change();

-- The outbox and the queue in one: each row is due work, written in the transaction that makes the work necessary.
create table jobs (
  kind text not null,
  subject_id text not null,
  user_id text,
  due_at timestamptz not null,
  -- Until then one worker owns the job, and writes only with the fence number it was given.
  lease_until timestamptz,
  fence bigint not null default 0,
  attempts int not null default 0,
  -- Counts reasons to look again, so that a reason that arrives while a worker has the job is not lost.
  wake_count int not null default 0,
  created_at timestamptz not null,
  -- When `due_at` was set, by the clock that set it. Finds waits that began under a clock that was ahead.
  set_at timestamptz,
  primary key (kind, subject_id)
);
create index jobs_due on jobs (due_at);

-- What operators must look at. One row per subject, however often it is noticed.
create table alarms (
  kind text not null,
  subject_id text not null,
  detail text not null,
  raised_at timestamptz not null,
  primary key (kind, subject_id)
);
create trigger alarms_append_only before update or delete on alarms
  for each row execute function refuse_change();
create trigger alarms_no_truncate before truncate on alarms
  for each statement execute function refuse_change();

-- Alarms that operators have not been told of yet, or that still last. The table alarms keeps all of them.
create table open_alarms (
  kind text not null,
  subject_id text not null,
  raised_at timestamptz not null,
  -- When operators were last told of it; null until they are for the first time.
  told_at timestamptz,
  primary key (kind, subject_id)
);

-- Signed webhooks on their way to the operators' own systems. A row is deleted once it was accepted or given up on.
create table alarm_webhooks (
  id text primary key check (id ~ '^alw_[0-9a-hjkmnp-tv-z]{35}$'),
  -- The JSON text that is signed.
  body text not null check (char_length(body) between 2 and 8192),
  created_at timestamptz not null
);
