-- The ledger: double entry, whole kobo, append only. docs/ledger.md explains it; server/ledger/post.ts is its only caller.
--
-- Sign: a movement takes from one account and gives to another. What we owe (a user's money) is positive, what we own
-- (our float at a provider) is negative, and the whole book always sums to zero.
--
-- Two classes of account:
--   kept   has a row with its balance, takes a row lock, numbers and hash-chains its entries. A user's money.
--   house  has no row at all, so no two customers ever wait for each other. Its balance is the sum of its entries;
--          every transfer touches at least one kept account, whose chain covers the whole transfer.
-- Rows lie with their user (first key column), so users can be spread over several databases without a shared row.

create table installation (
  only_row boolean primary key default true check (only_row),
  mode text not null check (mode in ('sandbox', 'live')),
  created_at timestamptz not null
);

create table ledger_accounts (
  user_id text not null,
  id text not null,
  -- 1: never below zero. -1: never above zero (what a user owes us). 0: free.
  sign_rule smallint not null check (sign_rule in (-1, 0, 1)),
  balance bigint not null default 0,
  entry_count bigint not null default 0,
  last_hash bytea not null default '\x'::bytea,
  primary key (user_id, id),
  constraint ledger_accounts_sign check (
    (sign_rule = 1 and balance >= 0) or (sign_rule = -1 and balance <= 0) or sign_rule = 0
  )
) with (fillfactor = 50);

create table ledger_transfers (
  user_id text not null,
  id text not null,
  kind text not null check (
    kind in ('grant', 'deposit', 'quarantine', 'hold', 'settle', 'release', 'return', 'late-success', 'recall')
  ),
  -- The idempotency key: the same key with the same input answers the first transfer, with another input it is refused.
  key text not null,
  input_hash bytea not null,
  -- The order or deposit this is about.
  subject_id text,
  posted_at timestamptz not null,
  -- Covers every movement; each kept account's chain includes it.
  digest bytea not null,
  primary key (user_id, id),
  constraint ledger_transfers_key unique (user_id, key),
  -- The indexes below count per subject, and null is never equal to null.
  constraint ledger_transfers_subject check (
    subject_id <> '' and (subject_id is not null or kind not in ('hold', 'settle', 'release', 'return', 'late-success'))
  ),
  -- Lines end the parts of what is hashed, so that no two transfers are the same text.
  constraint ledger_transfers_one_line check (position(chr(10) in user_id || id || key || coalesce(subject_id, '')) = 0)
);

-- One hold, one resolution, one return, one late success per order, and one credit, quarantine and recall per deposit,
-- whatever the program believes.
create unique index ledger_transfers_one_hold on ledger_transfers (user_id, subject_id) where kind = 'hold';
create unique index ledger_transfers_one_resolution on ledger_transfers (user_id, subject_id)
  where kind in ('settle', 'release');
create unique index ledger_transfers_one_return on ledger_transfers (user_id, subject_id) where kind = 'return';
create unique index ledger_transfers_one_late_success on ledger_transfers (user_id, subject_id)
  where kind = 'late-success';
create unique index ledger_transfers_one_deposit on ledger_transfers (user_id, subject_id) where kind = 'deposit';
create unique index ledger_transfers_one_quarantine on ledger_transfers (user_id, subject_id) where kind = 'quarantine';
create unique index ledger_transfers_one_recall on ledger_transfers (user_id, subject_id) where kind = 'recall';

create table ledger_entries (
  -- Where the row lies: the account's owner for a kept account, the transfer's user for a house account.
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

-- Balances of house accounts up to the end of a closed Lagos day; the rest is summed from the entries.
create table ledger_house_balances (
  account_id text not null,
  through_day date not null,
  balance bigint not null,
  primary key (account_id, through_day)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% refuses %: what was written stays', tg_table_name, lower(tg_op) using errcode = 'JL009';
end $$;

create trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function refuse_change();
create trigger ledger_entries_no_truncate before truncate on ledger_entries
  for each statement execute function refuse_change();
create trigger ledger_transfers_append_only before update or delete on ledger_transfers
  for each row execute function refuse_change();
create trigger ledger_transfers_no_truncate before truncate on ledger_transfers
  for each statement execute function refuse_change();
create trigger ledger_house_balances_append_only before update or delete on ledger_house_balances
  for each row execute function refuse_change();
create trigger ledger_house_balances_no_truncate before truncate on ledger_house_balances
  for each statement execute function refuse_change();
create trigger ledger_accounts_no_delete before delete on ledger_accounts
  for each row execute function refuse_change();
create trigger ledger_accounts_no_truncate before truncate on ledger_accounts
  for each statement execute function refuse_change();
create trigger installation_fixed before update or delete on installation
  for each row execute function refuse_change();
create trigger installation_no_truncate before truncate on installation
  for each statement execute function refuse_change();

-- The chart of accounts. Null for a name that is not in it.
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
    or account_id in ('revenue:fees', 'revenue:commission', 'revenue:bpc', 'payable:stamp-duty', 'equity:sandbox',
      'loss:writeoff')
$$;

create function ledger_owner(account_id text, transfer_user text) returns text immutable language sql as $$
  select case
    when account_id like 'user:%' then split_part(account_id, ':', 2)
    when account_id like 'order:%' then transfer_user
    else 'house'
  end
$$;

-- Posts one transfer: locks its kept accounts in a fixed order, checks, writes the entries with the balance after each,
-- updates the balances. Everything or nothing. Answers whether the same command had been posted before.
--
-- JL001 not enough in an account (detail: its id) · JL002 the key was used for another input · JL003 not a valid transfer
create function ledger_post(
  p_user text, p_id text, p_kind text, p_key text, p_subject text, p_at timestamptz,
  p_from text[], p_to text[], p_amount bigint[]
) returns table (transfer_id text, replayed boolean) language plpgsql as $$
declare
  v_movements text := '';
  v_input_hash bytea;
  v_digest bytea;
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

  v_input_hash := sha256(convert_to(p_kind || chr(10) || coalesce(p_subject, '') || chr(10) || v_movements, 'UTF8'));
  v_digest := sha256(convert_to(
    p_user || chr(10) || p_id || chr(10) || p_key || chr(10)
      || to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || chr(10), 'UTF8') || v_input_hash);

  insert into ledger_transfers (user_id, id, kind, key, input_hash, subject_id, posted_at, digest)
    values (p_user, p_id, p_kind, p_key, v_input_hash, p_subject, p_at, v_digest)
    -- Every unique index, not only the key's: of two copies of one command at the same instant the second may meet the
    -- first at its id before its key, and is still a repetition.
    on conflict do nothing;
  if not found then
    select * into v_first from ledger_transfers t where t.user_id = p_user and t.key = p_key;
    if found then
      if v_first.input_hash <> v_input_hash then
        raise exception 'key % was used for another transfer', p_key using errcode = 'JL002';
      end if;
      return query select v_first.id, true;
      return;
    end if;
    -- Another key: a second transfer where one is allowed. Once more, so that the index at fault names itself.
    insert into ledger_transfers (user_id, id, kind, key, input_hash, subject_id, posted_at, digest)
      values (p_user, p_id, p_kind, p_key, v_input_hash, p_subject, p_at, v_digest);
  end if;

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
  end loop;

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
        values (p_user, p_id, v_leg, v_name, v_amount, p_at);
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
      values (v_owners[i], p_id, v_leg, v_name, v_amount, p_at, v_counts[i], v_balances[i], v_hashes[i]);
  end loop;

  for i in 1..cardinality(v_names) loop
    update ledger_accounts a
      set balance = v_balances[i], entry_count = v_counts[i], last_hash = v_hashes[i]
      where a.user_id = v_owners[i] and a.id = v_names[i];
  end loop;
  return query select p_id, false;
end $$;
