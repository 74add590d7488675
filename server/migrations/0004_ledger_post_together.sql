-- Posts transfers that arrived together, each of one movement, in one call: the same checks, entries, chains and digests as
-- ledger_post, in a few statements for all. Each gets its own answer: a refused transfer writes nothing and does not affect
-- the others.
--
-- `refusal`: JL001 not enough in an account · JL002 the key was used for another input · JL003 not a valid transfer · JL004
-- one of its accounts was never opened, so ledger_post has to post it. If a unique index refuses a transfer (a second one
-- where one is allowed, or two with one key in this call), the whole call fails: then each is posted alone.
--
-- Every row is read by its key. While a table is small and growing, its statistics are older than its content, and a full
-- scan looks cheap. One such plan, kept for a connection's life, would read every transfer in each call.
create function ledger_post_together(
  p_user text[], p_id text[], p_kind text[], p_key text[], p_subject text[], p_at timestamptz[],
  p_from text[], p_to text[], p_amount bigint[]
) returns table (place int, transfer_id text, replayed boolean, refusal text)
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  -- The kept accounts of all transfers, in locking order.
  k_owners text[];
  k_names text[];
  k_rules smallint[];
  k_balances bigint[];
  k_counts bigint[];
  k_hashes bytea[];
  k_lasts timestamptz[];
  -- For each transfer, the places of its two accounts in those arrays, or null.
  v_from_kept int[];
  v_to_kept int[];
  v_from_house boolean[];
  v_to_house boolean[];
  v_first_ids text[];
  v_first_hashes bytea[];
  -- The transfers, by place, and entries to write.
  t_ids text[] := p_id;
  t_ats timestamptz[] := p_at;
  t_places int[] := '{}';
  t_input_hashes bytea[] := '{}';
  t_digests bytea[] := '{}';
  e_places int[] := '{}';
  e_legs smallint[] := '{}';
  e_kept int[] := '{}';
  e_amounts bigint[] := '{}';
  e_seqs bigint[] := '{}';
  e_balances bigint[] := '{}';
  e_hashes bytea[] := '{}';
  v_open_from timestamptz;
  v_input_hash bytea;
  v_digest bytea;
  v_balance_from bigint;
  v_balance_to bigint;
  v_amount bigint;
  n int := cardinality(p_id);
  i int;
  k int;
begin
  if n is null or n < 1 or n > 1000 or cardinality(p_user) <> n or cardinality(p_kind) <> n or cardinality(p_key) <> n
    or cardinality(p_subject) <> n or cardinality(p_at) <> n or cardinality(p_from) <> n or cardinality(p_to) <> n
    or cardinality(p_amount) <> n then
    raise exception 'one call posts 1 to 1000 transfers' using errcode = 'JL003';
  end if;

  select array_agg(l.user_id), array_agg(l.id), array_agg(l.sign_rule), array_agg(l.balance), array_agg(l.entry_count),
      array_agg(l.last_hash), array_agg(l.last_posted_at)
    into k_owners, k_names, k_rules, k_balances, k_counts, k_hashes, k_lasts
    from (
      select a.user_id, a.id, a.sign_rule, a.balance, a.entry_count, a.last_hash, a.last_posted_at
      from (
        select distinct ledger_owner(c.name, c.of_user) as owner, c.name
        from (
          select u as of_user, f as name from unnest(p_user, p_from) as x (u, f)
          union all select u, t from unnest(p_user, p_to) as y (u, t)
        ) as c
        where not ledger_is_house(c.name)
      ) as kept
      join ledger_accounts a on a.user_id = kept.owner and a.id = kept.name
      order by a.user_id, a.id
      for update of a
    ) as l;
  -- After the locks: whoever closes a day waits for them, and days closed before are visible here.
  v_open_from := ledger_open_from();

  select array_agg(kf.at order by c.i), array_agg(kt.at order by c.i),
      array_agg(ledger_is_house(c.f) order by c.i), array_agg(ledger_is_house(c.t) order by c.i)
    into v_from_kept, v_to_kept, v_from_house, v_to_house
    from unnest(p_user, p_from, p_to) with ordinality as c (u, f, t, i)
    left join unnest(k_owners, k_names) with ordinality as kf (owner, name, at)
      on kf.name = c.f and kf.owner = ledger_owner(c.f, c.u)
    left join unnest(k_owners, k_names) with ordinality as kt (owner, name, at)
      on kt.name = c.t and kt.owner = ledger_owner(c.t, c.u);

  -- After the locks: transfers posted meanwhile with one of these keys are visible here.
  select array_agg(t.id order by c.i), array_agg(t.input_hash order by c.i)
    into v_first_ids, v_first_hashes
    from unnest(p_user, p_key) with ordinality as c (u, key, i)
    left join ledger_transfers t on t.user_id = c.u and t.key = c.key;

  for i in 1..n loop
    v_amount := p_amount[i];
    if v_amount is null or v_amount < 1 or v_amount > 1000000000000 or p_from[i] = p_to[i] then
      return query select i, p_id[i], false, 'JL003';
      continue;
    end if;
    v_input_hash := sha256(convert_to(
      p_kind[i] || chr(10) || coalesce(p_subject[i], '') || chr(10) || p_from[i] || '>' || p_to[i] || ':' || v_amount || ';',
      'UTF8'));
    if v_first_ids[i] is not null then
      return query select i, v_first_ids[i], true, case when v_first_hashes[i] <> v_input_hash then 'JL002' end;
      continue;
    end if;
    if (v_from_kept[i] is null and not v_from_house[i]) or (v_to_kept[i] is null and not v_to_house[i]) then
      return query select i, p_id[i], false, 'JL004';
      continue;
    end if;
    if v_from_house[i] and v_to_house[i] then
      return query select i, p_id[i], false, 'JL003';
      continue;
    end if;
    v_balance_from := k_balances[v_from_kept[i]] - v_amount;
    v_balance_to := k_balances[v_to_kept[i]] + v_amount;
    if (k_rules[v_from_kept[i]] = 1 and v_balance_from < 0) or (k_rules[v_to_kept[i]] = -1 and v_balance_to > 0) then
      return query select i, p_id[i], false, 'JL001';
      continue;
    end if;

    t_ats[i] := greatest(p_at[i], k_lasts[v_from_kept[i]], k_lasts[v_to_kept[i]], v_open_from);
    t_ids[i] := ledger_id_for(p_id[i], p_at[i], t_ats[i]);
    v_digest := sha256(convert_to(
      p_user[i] || chr(10) || t_ids[i] || chr(10) || p_key[i] || chr(10)
        || to_char(t_ats[i] at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || chr(10), 'UTF8') || v_input_hash);
    t_places := t_places || i;
    t_input_hashes := t_input_hashes || v_input_hash;
    t_digests := t_digests || v_digest;
    for leg in 0..1 loop
      k := case leg when 0 then v_from_kept[i] else v_to_kept[i] end;
      v_amount := case leg when 0 then -p_amount[i] else p_amount[i] end;
      e_places := e_places || i;
      e_legs := e_legs || leg::smallint;
      e_kept := e_kept || k;
      e_amounts := e_amounts || v_amount;
      if k is null then
        e_seqs := e_seqs || null::bigint;
        e_balances := e_balances || null::bigint;
        e_hashes := e_hashes || null::bytea;
      else
        k_balances[k] := k_balances[k] + v_amount;
        k_counts[k] := k_counts[k] + 1;
        k_hashes[k] := sha256(k_hashes[k] || v_digest || convert_to(
          k_names[k] || chr(10) || leg || chr(10) || k_counts[k] || chr(10) || v_amount || chr(10) || k_balances[k],
          'UTF8'));
        k_lasts[k] := t_ats[i];
        e_seqs := e_seqs || k_counts[k];
        e_balances := e_balances || k_balances[k];
        e_hashes := e_hashes || k_hashes[k];
      end if;
    end loop;
    return query select i, t_ids[i], false, null::text;
  end loop;

  if cardinality(t_places) = 0 then
    return;
  end if;
  insert into ledger_transfers (user_id, id, kind, key, input_hash, subject_id, posted_at, digest)
    select p_user[t.at], t_ids[t.at], p_kind[t.at], p_key[t.at], t.input_hash, p_subject[t.at], t_ats[t.at], t.digest
    from unnest(t_places, t_input_hashes, t_digests) as t (at, input_hash, digest);
  insert into ledger_entries (user_id, transfer_id, leg, account_id, amount, posted_at, seq, balance_after, hash)
    select coalesce(k_owners[e.kept], p_user[e.at]), t_ids[e.at], e.leg,
      case e.leg when 0 then p_from[e.at] else p_to[e.at] end, e.amount, t_ats[e.at], e.seq, e.balance, e.hash
    from unnest(e_places, e_legs, e_kept, e_amounts, e_seqs, e_balances, e_hashes)
      as e (at, leg, kept, amount, seq, balance, hash);
  update ledger_accounts a
    set balance = w.balance, entry_count = w.entries, last_hash = w.hash, last_posted_at = w.last
    from unnest(k_owners, k_names, k_balances, k_counts, k_hashes, k_lasts) as w (owner, name, balance, entries, hash, last)
    where a.user_id = w.owner and a.id = w.name and a.entry_count <> w.entries;
end $$;
