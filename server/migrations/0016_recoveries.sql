-- Accounts that are given back to somebody who has lost every way in: two operators, three days, and whoever still gets
-- in stops it. docs/security.md explains the rules these tables enforce.

create table account_recoveries (
  user_id text not null references users,
  id text not null check (id ~ '^rcv_[0-9a-z]{35}$'),
  -- Where the link for a new password goes, and the account's email from then on.
  new_email text not null check (new_email ~ '^[!-~]+@[!-~]+$' and char_length(new_email) <= 254),
  -- How the operators know who it is.
  reason text not null check (char_length(reason) between 10 and 500 and reason !~ '[[:cntrl:]]'),
  opened_by text not null check (char_length(opened_by) between 2 and 80 and opened_by !~ '[[:cntrl:]]'),
  opened_at timestamptz not null,
  confirmed_by text check (char_length(confirmed_by) between 2 and 80 and confirmed_by !~ '[[:cntrl:]]'),
  confirmed_at timestamptz,
  -- When both mailboxes were told.
  announced_at timestamptz,
  stopped_at timestamptz,
  stopped_by text check (stopped_by in ('owner', 'operator', 'program')),
  done_at timestamptz,
  primary key (user_id, id),
  constraint account_recoveries_two_people check (lower(confirmed_by) <> lower(opened_by)),
  constraint account_recoveries_confirmed check ((confirmed_by is null) = (confirmed_at is null)),
  constraint account_recoveries_announced check (announced_at is null or confirmed_at is not null),
  constraint account_recoveries_stopped check ((stopped_at is null) = (stopped_by is null)),
  constraint account_recoveries_ended_once check (stopped_at is null or done_at is null),
  -- Nobody shortens the three days in which its owner can stop it.
  constraint account_recoveries_waited check (
    done_at is null or (announced_at is not null and done_at >= announced_at + interval '72 hours')
  )
);
create unique index account_recoveries_one_open on account_recoveries (user_id)
  where stopped_at is null and done_at is null;
create trigger account_recoveries_no_delete before delete on account_recoveries
  for each row execute function refuse_change();
create trigger account_recoveries_no_truncate before truncate on account_recoveries
  for each statement execute function refuse_change();
