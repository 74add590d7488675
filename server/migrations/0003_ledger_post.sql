-- Posts one transfer: locks its kept accounts in a fixed order, checks, writes the entries with the balance after each, and
-- updates the balances. Everything or nothing. `replayed`: the same command was posted before. The locks come first, because
-- the newest entry behind them determines the time, which the digest covers.
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
  -- After the locks: whoever closes a day waits for them, and days closed before are visible here.
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

  update ledger_accounts a
    set balance = w.balance, entry_count = w.entries, last_hash = w.hash, last_posted_at = v_at
    from unnest(v_owners, v_names, v_balances, v_counts, v_hashes) as w (owner, name, balance, entries, hash)
    where a.user_id = w.owner and a.id = w.name;
  return query select v_id, false;
end $$;
