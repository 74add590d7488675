-- The ledger gives out its own time. It is what the caller's clock says, and never earlier than the newest entry of an account
-- it touches, nor in a day that is closed: a clock that is wrong may date an entry late, and can do no harm to a sum.
-- docs/ledger.md, "Time".

alter table ledger_accounts add column last_posted_at timestamptz;
-- From this entry on an account's entries are in the order of time. 1 but for accounts that were posted to, before the ledger gave
-- out its own time, under a clock that ran backwards.
alter table ledger_accounts add column ordered_from_seq bigint not null default 1 check (ordered_from_seq >= 1);

with compared as (
  select user_id, account_id, posted_at,
    max(posted_at) over (partition by user_id, account_id order by seq rows between unbounded preceding and 1 preceding) as newest_before
  from ledger_entries where seq is not null
), walked as (
  select user_id, account_id, max(posted_at) as newest, bool_or(posted_at < newest_before) as ran_backwards
  from compared group by user_id, account_id
)
update ledger_accounts a
set last_posted_at = w.newest,
  ordered_from_seq = case when w.ran_backwards then a.entry_count + 1 else 1 end
from walked w where w.user_id = a.user_id and w.account_id = a.id;

-- Days of Africa/Lagos that take no further entry. What closes a day is an entry an hour or more into a later one, whatever any
-- clock says.
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

-- The house accounts that have entries, found one after the other: a large book is not read for them.
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

-- The last day that what was posted has closed. An hour is left for what is dated before a midnight and committed after it.
create function ledger_day_closed_by(newest timestamptz) returns date immutable language sql as $$
  select ((newest - interval '1 hour') at time zone 'Africa/Lagos')::date - 1
$$;

-- Roll-ups of days that were not over, or that miss entries, were made by a clock that was ahead. They are made again from the
-- entries, and operators are told.
alter table ledger_house_balances disable trigger ledger_house_balances_append_only;
with closed as (
  select ledger_day_closed_by(ledger_newest_house_entry()) as through_day
), days as (
  select account_id, (posted_at at time zone 'Africa/Lagos')::date as day, sum(amount) as kobo
  from ledger_entries where seq is null group by 1, 2
), sums as (
  select account_id, day, sum(kobo) over (partition by account_id order by day) as kobo from days
), wrong as (
  select h.account_id, h.through_day, h.balance, entries.kobo,
    c.through_day is null or h.through_day > c.through_day as was_not_over
  from ledger_house_balances h
  cross join closed c
  cross join lateral (
    select coalesce((
      select s.kobo from sums s where s.account_id = h.account_id and s.day <= h.through_day order by s.day desc limit 1
    ), 0)::bigint as kobo
  ) as entries
  where c.through_day is null or h.through_day > c.through_day or h.balance <> entries.kobo
), removed as (
  delete from ledger_house_balances h using wrong w
  where w.was_not_over and h.account_id = w.account_id and h.through_day = w.through_day
), repaired as (
  update ledger_house_balances h set balance = w.kobo from wrong w
  where not w.was_not_over and h.account_id = w.account_id and h.through_day = w.through_day
)
insert into alarms (kind, subject_id, detail, raised_at)
select 'roll-ups-repaired', '0022_ledger_time',
  count(*) filter (where balance <> kobo) || ' rolled-up balances of house accounts missed entries and were summed again; '
    || count(*) filter (where was_not_over) || ' were of a day that was not over and were removed. '
    || 'A clock was ahead when they were made. The entries themselves were never touched.',
  now()
from wrong having count(*) filter (where balance <> kobo) > 0;
alter table ledger_house_balances enable trigger ledger_house_balances_append_only;

insert into ledger_closed_days (through_day, newest_posted_at)
select ledger_day_closed_by(newest), newest from ledger_newest_house_entry() as newest where newest is not null;

-- Where the first open day begins; null while no day is closed.
create function ledger_open_from() returns timestamptz stable language sql as $$
  select (max(through_day) + 1)::timestamp at time zone 'Africa/Lagos' from ledger_closed_days
$$;

-- A transfer's id begins with its time, so that a stretch of time is a stretch of ids. Where the ledger's time is not the clock's,
-- the id follows the ledger. The 9 characters are as in server/ids.ts.
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

-- As before, and its accounts are locked first: what is newest in them decides about the time, which the digest covers.
create or replace function ledger_post(
  p_user text, p_id text, p_kind text, p_key text, p_subject text, p_at timestamptz,
  p_from text[], p_to text[], p_amount bigint[]
) returns table (transfer_id text, replayed boolean) language plpgsql as $$
declare
  v_movements text := '';
  v_input_hash bytea;
  v_digest bytea;
  v_at timestamptz := p_at;
  v_id text;
  v_first ledger_transfers;
  v_names text[];
  v_owners text[];
  v_rules smallint[];
  v_balances bigint[];
  v_counts bigint[];
  v_hashes bytea[];
  v_account ledger_accounts;
  v_name text;
  v_amount bigint;
  v_leg smallint;
  i int;
  n int;
begin
  n := cardinality(p_amount);
  if n is null or n < 1 or n > 32 or cardinality(p_from) <> n or cardinality(p_to) <> n then
    raise exception 'a transfer has 1 to 32 movements' using errcode = 'JL003';
  end if;
  for i in 1..n loop
    if p_amount[i] is null or p_amount[i] < 1 or p_amount[i] > 1000000000000 or p_from[i] = p_to[i] then
      raise exception 'movement % is not valid', i using errcode = 'JL003';
    end if;
    v_movements := v_movements || p_from[i] || '>' || p_to[i] || ':' || p_amount[i] || ';';
  end loop;

  select array_agg(name order by owner, name), array_agg(owner order by owner, name)
    into v_names, v_owners
    from (
      select distinct name, ledger_owner(name, p_user) as owner
      from unnest(p_from || p_to) as name
      where not ledger_is_house(name)
    ) as kept;
  if v_names is null then
    raise exception 'a transfer touches at least one kept account' using errcode = 'JL003';
  end if;

  for i in 1..cardinality(v_names) loop
    v_rules[i] := ledger_sign_rule(v_names[i]);
    if v_rules[i] is null then
      raise exception 'no account % in the chart', v_names[i] using errcode = 'JL003';
    end if;
    loop
      select * into v_account from ledger_accounts a
        where a.user_id = v_owners[i] and a.id = v_names[i] for update;
      exit when found;
      insert into ledger_accounts (user_id, id, sign_rule) values (v_owners[i], v_names[i], v_rules[i])
        on conflict do nothing;
    end loop;
    v_balances[i] := v_account.balance;
    v_counts[i] := v_account.entry_count;
    v_hashes[i] := v_account.last_hash;
    v_at := greatest(v_at, v_account.last_posted_at);
  end loop;
  -- After the locks: who closes a day waits for them, and what was closed before is seen.
  v_at := greatest(v_at, ledger_open_from());
  v_id := ledger_id_for(p_id, p_at, v_at);

  v_input_hash := sha256(convert_to(p_kind || chr(10) || coalesce(p_subject, '') || chr(10) || v_movements, 'UTF8'));
  v_digest := sha256(convert_to(
    p_user || chr(10) || v_id || chr(10) || p_key || chr(10)
      || to_char(v_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || chr(10), 'UTF8') || v_input_hash);

  insert into ledger_transfers (user_id, id, kind, key, input_hash, subject_id, posted_at, digest)
    values (p_user, v_id, p_kind, p_key, v_input_hash, p_subject, v_at, v_digest)
    on conflict (user_id, key) do nothing;
  if not found then
    select * into v_first from ledger_transfers t where t.user_id = p_user and t.key = p_key;
    if v_first.input_hash <> v_input_hash then
      raise exception 'key % was used for another transfer', p_key using errcode = 'JL002';
    end if;
    return query select v_first.id, true;
    return;
  end if;

  for v_leg in 0..(2 * n - 1) loop
    if v_leg % 2 = 0 then
      v_name := p_from[v_leg / 2 + 1];
      v_amount := -p_amount[v_leg / 2 + 1];
    else
      v_name := p_to[v_leg / 2 + 1];
      v_amount := p_amount[v_leg / 2 + 1];
    end if;
    i := array_position(v_names, v_name);
    if i is null then
      insert into ledger_entries (user_id, transfer_id, leg, account_id, amount, posted_at)
        values (p_user, v_id, v_leg, v_name, v_amount, v_at);
      continue;
    end if;
    v_balances[i] := v_balances[i] + v_amount;
    if (v_rules[i] = 1 and v_balances[i] < 0) or (v_rules[i] = -1 and v_balances[i] > 0) then
      raise exception 'not enough in %', v_name using errcode = 'JL001', detail = v_name;
    end if;
    v_counts[i] := v_counts[i] + 1;
    v_hashes[i] := sha256(v_hashes[i] || v_digest || convert_to(
      v_name || chr(10) || v_leg || chr(10) || v_counts[i] || chr(10) || v_amount || chr(10) || v_balances[i], 'UTF8'));
    insert into ledger_entries (user_id, transfer_id, leg, account_id, amount, posted_at, seq, balance_after, hash)
      values (v_owners[i], v_id, v_leg, v_name, v_amount, v_at, v_counts[i], v_balances[i], v_hashes[i]);
  end loop;

  for i in 1..cardinality(v_names) loop
    update ledger_accounts a
      set balance = v_balances[i], entry_count = v_counts[i], last_hash = v_hashes[i], last_posted_at = v_at
      where a.user_id = v_owners[i] and a.id = v_names[i];
  end loop;
  return query select v_id, false;
end $$;
