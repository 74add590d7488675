-- What many people are alerted to, one page of them after another: docs/decisions/0069-timed-alerts.md.

create table alert_rounds (
  -- `statement:2026-10`, a notice, or the end of one.
  id text primary key check (char_length(id) between 1 and 120),
  -- Everybody up to this one was gone through.
  last_user_id text not null default '',
  began_at timestamptz not null,
  ended_at timestamptz,
  constraint alert_rounds_span check (ended_at >= began_at)
);
create index alert_rounds_by_age on alert_rounds (began_at);

-- Codes that were bought before their owners were reminded of the right of return. The job decides whether there is still time.
insert into jobs (kind, subject_id, user_id, due_at, created_at)
select 'bpc-return-alert', order_id, user_id, created_at + interval '6 days', created_at from bpc_codes
where kind = 'bought' and status = 'active' and order_id is not null
on conflict do nothing;
