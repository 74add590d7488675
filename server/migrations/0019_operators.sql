-- Operators prove who they are, and what takes two people is asked for by one and confirmed by another.
-- docs/security.md#operators explains the rules these tables enforce.

create table operators (
  id text primary key check (id ~ '^opr_[0-9a-z]{35}$'),
  name text not null check (
    char_length(name) between 2 and 80 and name !~ '[[:cntrl:]]' and lower(name) <> 'reconciliation'
  ),
  passphrase_hash text not null check (passphrase_hash like '$argon2id$%'),
  created_at timestamptz not null,
  -- Who brought him in; null: there was nobody yet.
  created_by text references operators,
  -- From when on he may act; null: another operator has not confirmed him.
  admitted_at timestamptz,
  revoked_at timestamptz,
  constraint operators_revoked check (revoked_at is null or admitted_at is not null)
);
-- A name is one person's for good, also after he was revoked.
create unique index operators_name on operators (lower(name)) where admitted_at is not null;

-- What one operator asks for and another one confirms. Each is one act on one subject, in exactly these words.
create table operator_requests (
  id text primary key check (id ~ '^orq_[0-9a-z]{35}$'),
  act text not null check (
    act in ('resume-money', 'close-difference', 'recover-account', 'add-operator', 'revoke-operator')
  ),
  subject text not null check (char_length(subject) between 1 and 60),
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  requested_by text not null references operators,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_by text references operators,
  confirmed_at timestamptz,
  constraint operator_requests_two_people check (confirmed_by <> requested_by),
  constraint operator_requests_confirmed check ((confirmed_by is null) = (confirmed_at is null)),
  constraint operator_requests_lifetime check (
    expires_at > requested_at and expires_at <= requested_at + interval '24 hours'
  ),
  constraint operator_requests_in_time check (confirmed_at >= requested_at and confirmed_at < expires_at)
);
create unique index operator_requests_once on operator_requests (act, subject) where confirmed_at is not null;

-- Every time somebody proved to be an operator, or did not.
create table operator_proofs (
  id text primary key check (id ~ '^opp_[0-9a-z]{35}$'),
  -- Null: no operator has the name that was given.
  operator_id text references operators,
  act text not null check (act ~ '^[a-z-]{1,40}$'),
  subject text not null check (char_length(subject) <= 60 and subject !~ '[[:cntrl:]]'),
  is_right boolean not null,
  at timestamptz not null,
  constraint operator_proofs_of_somebody check (operator_id is not null or not is_right)
);

-- Which operator it was, beside the name he had. Null: of a time when nobody proved his name.
alter table case_actions add column operator_id text references operators;

-- A request changes once: another operator confirms it. Both have to stand at that moment, and stay until it is done.
create function operator_requests_confirm() returns trigger language plpgsql as $$
declare
  standing int;
begin
  if old.confirmed_at is not null or new.confirmed_at is null
    or to_jsonb(old) - 'confirmed_by' - 'confirmed_at' <> to_jsonb(new) - 'confirmed_by' - 'confirmed_at' then
    raise exception 'a request is confirmed once, as it was made' using errcode = 'JO001';
  end if;
  perform 1 from operators
    where id in (new.requested_by, new.confirmed_by) and admitted_at is not null and revoked_at is null for share;
  get diagnostics standing = row_count;
  if standing < 2 then
    raise exception 'a request takes two operators who stand' using errcode = 'JO002';
  end if;
  return null;
end $$;
-- After the constraints, so that these say what they refuse.
create trigger operator_requests_confirm after update on operator_requests
  for each row execute function operator_requests_confirm();

-- Whether two operators agreed to this act on this subject at this moment. Requests are confirmed by the act itself.
create function two_operators_agreed(of_act text, of_subject text, at timestamptz) returns boolean language sql stable as $$
  select exists (
    select from operator_requests where act = of_act and subject = of_subject and confirmed_at = at
  )
$$;

-- The first operator is brought in by nobody, the second by the first. From then on two bring one in, and two revoke
-- one; two always stay.
create function operators_change() returns trigger language plpgsql as $$
declare
  admitted boolean := old.admitted_at is null and new.admitted_at is not null;
  revoked boolean := old.revoked_at is null and new.revoked_at is not null;
  standing int;
  alone text;
begin
  if to_jsonb(old) - 'passphrase_hash' - 'admitted_at' - 'revoked_at'
      <> to_jsonb(new) - 'passphrase_hash' - 'admitted_at' - 'revoked_at'
    or (not admitted and new.admitted_at is distinct from old.admitted_at)
    or (not revoked and new.revoked_at is distinct from old.revoked_at)
    or (old.revoked_at is not null or old.admitted_at is null or revoked) and new.passphrase_hash <> old.passphrase_hash
    or (admitted and revoked) then
    raise exception 'an operator keeps who he is' using errcode = 'JO003';
  end if;
  if not admitted and not revoked then
    return new;
  end if;
  -- One after the other, each counting what the one before has made of it.
  perform pg_advisory_xact_lock(727203);
  select count(*), min(id) into standing, alone from operators where admitted_at is not null and revoked_at is null;
  if admitted and not (
    (standing = 0 and new.created_by is null)
    or (standing = 1 and new.created_by is not distinct from alone)
    or (standing > 1 and two_operators_agreed('add-operator', new.id, new.admitted_at))
  ) then
    raise exception 'an operator is brought in by those who stand' using errcode = 'JO004';
  end if;
  if revoked and standing <= 2 then
    raise exception 'two operators have to stay' using errcode = 'JO005';
  end if;
  if revoked and not two_operators_agreed('revoke-operator', new.id, new.revoked_at) then
    raise exception 'an operator is revoked by two' using errcode = 'JO004';
  end if;
  return new;
end $$;
create trigger operators_change before update on operators for each row execute function operators_change();

-- Arguments: the act, and the columns of its subject, its time and the names of both.
create function take_two_operators() returns trigger language plpgsql as $$
declare
  done jsonb := to_jsonb(new);
begin
  if not exists (
    select from operator_requests r
    join operators asked on asked.id = r.requested_by
    join operators confirmed on confirmed.id = r.confirmed_by
    where r.act = tg_argv[0] and r.subject = done ->> tg_argv[1] and r.confirmed_at = (done ->> tg_argv[2])::timestamptz
      and asked.name = done ->> tg_argv[3] and confirmed.name = done ->> tg_argv[4]
  ) then
    raise exception '% takes what two operators agreed to', tg_table_name using errcode = 'JO006';
  end if;
  return null;
end $$;
create trigger money_stops_take_two after update on money_stops for each row
  when (new.reason = 'books' and new.lifted_at is not null)
  execute function take_two_operators('resume-money', 'id', 'lifted_at', 'lifted_by', 'confirmed_by');
-- What is only seen again keeps who closed it.
create trigger reconciliation_exceptions_take_two after update on reconciliation_exceptions for each row
  when (new.confirmed_by is not null and row(new.closed_at, new.closed_by, new.confirmed_by, new.evidence)
    is distinct from row(old.closed_at, old.closed_by, old.confirmed_by, old.evidence))
  execute function take_two_operators('close-difference', 'number', 'closed_at', 'closed_by', 'confirmed_by');
create trigger account_recoveries_take_two after update on account_recoveries for each row
  when (row(new.confirmed_by, new.confirmed_at) is distinct from row(old.confirmed_by, old.confirmed_at))
  execute function take_two_operators('recover-account', 'id', 'confirmed_at', 'opened_by', 'confirmed_by');

-- Nothing of what the second operator looks at changes under his hands.
create function account_recoveries_fixed() returns trigger language plpgsql as $$
begin
  if row(old.user_id, old.id, old.new_email, old.reason, old.opened_by, old.opened_at)
    is distinct from row(new.user_id, new.id, new.new_email, new.reason, new.opened_by, new.opened_at) then
    raise exception 'a recovery stays what was asked for' using errcode = 'JO007';
  end if;
  return new;
end $$;
create trigger account_recoveries_fixed before update on account_recoveries
  for each row execute function account_recoveries_fixed();

create trigger operators_no_delete before delete on operators for each row execute function refuse_change();
create trigger operators_no_truncate before truncate on operators for each statement execute function refuse_change();
create trigger operator_requests_no_delete before delete on operator_requests
  for each row execute function refuse_change();
create trigger operator_requests_no_truncate before truncate on operator_requests
  for each statement execute function refuse_change();
create trigger operator_proofs_append_only before update or delete on operator_proofs
  for each row execute function refuse_change();
create trigger operator_proofs_no_truncate before truncate on operator_proofs
  for each statement execute function refuse_change();
