-- The ledger: double entry, whole kobo, append only. docs/reference/ledger.md explains it; server/ledger/post.ts is its
-- only caller.
--
-- Sign: a movement takes from one account and gives to another. What we owe (a user's money) is positive, what we own
-- (our float at a provider) is negative, and the whole book always sums to zero.
--
-- Two classes of account:
--   kept   has a row with its balance, takes a row lock, numbers and hash-chains its entries. A user's money.
--   house  has no row at all, so no two customers ever wait for each other. Its balance is the sum of its entries;
--          every transfer touches at least one kept account, whose chain covers the whole transfer.
-- Rows lie with their user (first key column), so users can be spread over several databases without a shared row.

create table ledger_accounts (
  user_id text not null,
  id text not null,
  -- 1: never below zero. -1: never above zero (what a user owes us). 0: free.
  sign_rule smallint not null check (sign_rule in (-1, 0, 1)),
  balance bigint not null default 0,
  entry_count bigint not null default 0,
  last_hash bytea not null default '\x'::bytea,
  -- The ledger has its own time: the caller's clock, but never earlier than the newest entry of an account involved, and
  -- never in a closed day. A wrong clock may date an entry late but harms no sum. docs/reference/ledger.md, "Time".
  last_posted_at timestamptz,
  -- From this entry on, the account's entries are in order of time.
  ordered_from_seq bigint not null default 1 check (ordered_from_seq >= 1),
  primary key (user_id, id),
  constraint ledger_accounts_sign check (
    (sign_rule = 1 and balance >= 0) or (sign_rule = -1 and balance <= 0) or sign_rule = 0
  )
) with (fillfactor = 50);
create trigger ledger_accounts_no_delete before delete on ledger_accounts
  for each row execute function refuse_change();
create trigger ledger_accounts_no_truncate before truncate on ledger_accounts
  for each statement execute function refuse_change();

create table ledger_transfers (
  user_id text not null,
  id text not null,
  kind text not null check (
    kind in ('grant', 'deposit', 'pay-in', 'quarantine', 'hold', 'settle', 'release', 'return', 'late-success', 'recall',
      'restore', 'repay', 'sms')
  ),
  -- The idempotency key. With the same input it returns the first transfer; with other input it is refused.
  key text not null,
  input_hash bytea not null,
  -- The order or deposit this is about.
  subject_id text,
  posted_at timestamptz not null,
  -- Covers every movement; each kept account's chain includes it.
  digest bytea not null,
  primary key (user_id, id),
  constraint ledger_transfers_key unique (user_id, key),
  -- Line breaks separate the parts of what is hashed, so that no two transfers hash the same text.
  constraint ledger_transfers_one_line check (position(chr(10) in user_id || id || key || coalesce(subject_id, '')) = 0),
  -- The indexes below count per subject, and null is never equal to null.
  constraint ledger_transfers_subject check (
    subject_id <> ''
      and (subject_id is not null or kind not in ('hold', 'settle', 'release', 'return', 'late-success', 'sms'))
  )
);
-- One hold, one resolution, one return and one late success per order; one credit, quarantine, recall and restoring per
-- deposit; one price per SMS, and one repayment per deposit. Holds whatever the program does.
create unique index ledger_transfers_one_hold on ledger_transfers (user_id, subject_id) where kind = 'hold';
create unique index ledger_transfers_one_resolution on ledger_transfers (user_id, subject_id)
  where kind in ('settle', 'release');
create unique index ledger_transfers_one_return on ledger_transfers (user_id, subject_id) where kind = 'return';
create unique index ledger_transfers_one_late_success on ledger_transfers (user_id, subject_id)
  where kind = 'late-success';
create unique index ledger_transfers_one_deposit on ledger_transfers (user_id, subject_id) where kind = 'deposit';
create unique index ledger_transfers_one_quarantine on ledger_transfers (user_id, subject_id) where kind = 'quarantine';
create unique index ledger_transfers_one_recall on ledger_transfers (user_id, subject_id) where kind = 'recall';
create unique index ledger_transfers_one_pay_in on ledger_transfers (user_id, subject_id) where kind = 'pay-in';
create unique index ledger_transfers_one_repay on ledger_transfers (user_id, subject_id) where kind = 'repay';
create unique index ledger_transfers_one_sms on ledger_transfers (user_id, subject_id) where kind = 'sms';
create unique index ledger_transfers_one_restore on ledger_transfers (user_id, subject_id) where kind = 'restore';
-- The newest transfer is read every few seconds. BRIN would be smaller, but misses rows added since the last vacuum, and the
-- embedded database never vacuums.
create index ledger_transfers_by_time on ledger_transfers (posted_at);
create trigger ledger_transfers_append_only before update or delete on ledger_transfers
  for each row execute function refuse_change();
create trigger ledger_transfers_no_truncate before truncate on ledger_transfers
  for each statement execute function refuse_change();

create table ledger_entries (
  -- Where the row is stored: under the account's owner for a kept account, under the transfer's user for a house account.
  user_id text not null,
  transfer_id text not null,
  -- Movement n makes legs 2n (from, negative) and 2n + 1 (to, positive).
  leg smallint not null,
  account_id text not null,
  amount bigint not null check (amount <> 0 and abs(amount) <= 1000000000000),
  posted_at timestamptz not null,
  -- Kept accounts only; null for house accounts.
  seq bigint,
  balance_after bigint,
  hash bytea,
  primary key (user_id, transfer_id, leg),
  constraint ledger_entries_kept check ((seq is null) = (balance_after is null) and (seq is null) = (hash is null))
);
create unique index ledger_entries_of_account on ledger_entries (user_id, account_id, seq) where seq is not null;
create index ledger_entries_of_house on ledger_entries (account_id, posted_at) where seq is null;
create trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function refuse_change();
create trigger ledger_entries_no_truncate before truncate on ledger_entries
  for each statement execute function refuse_change();

-- Balances of house accounts up to the end of a closed Lagos day; the rest is summed from the entries.
create table ledger_house_balances (
  account_id text not null,
  through_day date not null,
  balance bigint not null,
  primary key (account_id, through_day)
);
create trigger ledger_house_balances_append_only before update or delete on ledger_house_balances
  for each row execute function refuse_change();
create trigger ledger_house_balances_no_truncate before truncate on ledger_house_balances
  for each statement execute function refuse_change();

-- Lagos days that take no further entries. An entry at least an hour past a day closes it; no clock does.
create table ledger_closed_days (
  through_day date primary key,
  newest_posted_at timestamptz not null,
  constraint ledger_closed_days_over check (
    newest_posted_at >= (through_day + 1)::timestamp at time zone 'Africa/Lagos' + interval '1 hour'
  )
);
create trigger ledger_closed_days_append_only before update or delete on ledger_closed_days
  for each row execute function refuse_change();
create trigger ledger_closed_days_no_truncate before truncate on ledger_closed_days
  for each statement execute function refuse_change();

-- The chart of accounts: an account's sign rule, or null for an unknown name.
create function ledger_sign_rule(account_id text) returns smallint immutable language sql as $$
  select case
    when account_id ~ '^user:usr_[0-9a-z]{35}:(available|held)$' then 1
    when account_id ~ '^order:ord_[0-9a-z]{35}:escrow$' then 1
    when account_id ~ '^user:usr_[0-9a-z]{35}:debt$' then -1
    when account_id = 'suspense:in' then 1
  end::smallint
$$;

create function ledger_is_house(account_id text) returns boolean immutable language sql as $$
  select account_id ~ '^(provider:[a-z]+:float|expense:[a-z]+|claims:[a-z]+)$'
    or account_id in ('revenue:fees', 'revenue:commission', 'revenue:bpc', 'revenue:sms', 'payable:stamp-duty',
      'equity:sandbox', 'loss:writeoff')
$$;

create function ledger_owner(account_id text, transfer_user text) returns text immutable language sql as $$
  select case
    when account_id like 'user:%' then split_part(account_id, ':', 2)
    when account_id like 'order:%' then transfer_user
    else 'house'
  end
$$;

-- The house accounts with entries, found one after another, without reading the whole book.
create function ledger_house_accounts() returns setof text stable language sql as $$
  with recursive names (account_id) as (
    (select account_id from ledger_entries where seq is null order by account_id limit 1)
    union all
    select (
      select e.account_id from ledger_entries e where e.seq is null and e.account_id > names.account_id
      order by e.account_id limit 1
    )
    from names where names.account_id is not null
  )
  select account_id from names where account_id is not null
$$;

create function ledger_newest_house_entry() returns timestamptz stable language sql as $$
  select max((
    select e.posted_at from ledger_entries e where e.seq is null and e.account_id = names.account_id
    order by e.posted_at desc limit 1
  ))
  from ledger_house_accounts() as names (account_id)
$$;

-- The last day that the newest entry has closed. The hour is for transfers dated before midnight and committed after it.
create function ledger_day_closed_by(newest timestamptz) returns date immutable language sql as $$
  select ((newest - interval '1 hour') at time zone 'Africa/Lagos')::date - 1
$$;

-- When the first open day begins; null while no day is closed.
create function ledger_open_from() returns timestamptz stable language sql as $$
  select (max(through_day) + 1)::timestamp at time zone 'Africa/Lagos' from ledger_closed_days
$$;

-- A transfer's id begins with its time, so that a range of time is a range of ids. If the ledger's time differs from the
-- clock's, the id follows the ledger. The 9 characters are those of server/platform/ids.ts.
create function ledger_id_at(p_id text, p_at timestamptz) returns text immutable language plpgsql as $$
declare
  v_left bigint := floor(extract(epoch from p_at) * 1000);
  v_time text := '';
begin
  for i in 1..9 loop
    v_time := substr('0123456789abcdefghjkmnpqrstvwxyz', (v_left % 32)::int + 1, 1) || v_time;
    v_left := v_left / 32;
  end loop;
  return left(p_id, 4) || v_time || substr(p_id, 14);
end $$;

create function ledger_id_for(p_id text, p_clock timestamptz, p_at timestamptz) returns text immutable language sql as $$
  select case when p_at - p_clock > interval '30 minutes' and length(p_id) = 39 then ledger_id_at(p_id, p_at) else p_id end
$$;
