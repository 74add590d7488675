-- Times that a wrong clock wrote: docs/decisions/0078-times-written-in-doubt.md.

-- When `due_at` was set, by the clock that set it: a wait that a clock ahead began is found by it. Null: an older program set it.
alter table jobs add column set_at timestamptz;

-- clock: how often a process has found the reason there. Money moves again once this stands still, which takes no clock to see.
alter table payment_suspensions add column seen_count bigint not null default 1 check (seen_count > 0);
