-- Operators and their proofs of identity. What takes two people is requested by one and confirmed by another; every look and
-- act is recorded. docs/why/security.md#operators explains the rules that these tables enforce.

create table operators (
  id text primary key check (id ~ '^opr_[0-9a-z]{35}$'),
  name text not null check (
    char_length(name) between 2 and 80 and name !~ '[[:cntrl:]]' and lower(name) <> 'reconciliation'
  ),
  passphrase_hash text not null check (passphrase_hash like '$argon2id$%'),
  created_at timestamptz not null,
  -- Who added them; null: they are the first.
  created_by text references operators,
  -- When they were allowed to act. Null: not confirmed yet.
  admitted_at timestamptz,
  revoked_at timestamptz,
  role text not null check (role in ('support', 'finance', 'risk', 'manager')),
  -- When the role began: the moment two operators agreed to it.
  role_since timestamptz not null,
  constraint operators_revoked check (revoked_at is null or admitted_at is not null)
);
-- A name belongs to one person for good, even after they were revoked.
create unique index operators_name on operators (lower(name)) where admitted_at is not null;

-- What one operator requests and another confirms: one act on one subject, in exactly these words.
create table operator_requests (
  id text primary key check (id ~ '^orq_[0-9a-z]{35}$'),
  act text not null check (
    act in (
      'resume-money', 'close-difference', 'close-differences', 'recover-account', 'add-operator', 'revoke-operator',
      'change-role', 'enrol-passkey', 'set-bank-notice', 'end-bank-notice', 'set-channels', 'set-prices', 'set-limits',
      'set-customer-limit', 'pause-kind', 'resume-kind', 'credit-deposit', 'end-review', 'refund-bpc',
      'unfreeze-customer', 'end-all-sessions'
    )
  ),
  subject text not null check (char_length(subject) between 1 and 60),
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  requested_by text not null references operators,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_by text references operators,
  confirmed_at timestamptz,
  -- The text that a passkey signed, and by whom; null if the request was made or confirmed with a passphrase.
  request_evidence jsonb check (jsonb_typeof(request_evidence) = 'object'),
  confirm_evidence jsonb check (jsonb_typeof(confirm_evidence) = 'object'),
  constraint operator_requests_two_people check (confirmed_by <> requested_by),
  constraint operator_requests_confirmed check ((confirmed_by is null) = (confirmed_at is null)),
  constraint operator_requests_lifetime check (
    expires_at > requested_at and expires_at <= requested_at + interval '24 hours'
  ),
  constraint operator_requests_in_time check (confirmed_at >= requested_at and confirmed_at < expires_at)
);
-- Each act is confirmed once per subject. A role may change again: each change names the role it starts from. A decision
-- about something that its provider contradicts may be made once more: its request names the state.
create unique index operator_requests_once on operator_requests (act, subject, coalesce(content ->> 'contradicted', ''))
  where confirmed_at is not null and act <> 'change-role';
-- Waiting requests are read for every request and by several screens.
create index operator_requests_waiting on operator_requests (expires_at) where confirmed_at is null;

-- Whether a role may request an act; the next function: whether it may confirm it. The same as
-- contract/console/permissions.ts: a test compares every act and role.
create function operator_may_ask(of_role text, of_act text) returns boolean language sql immutable as $$
  select of_role = any (case of_act
    when 'resume-money' then '{finance,manager}'
    when 'close-difference' then '{finance,manager}'
    when 'close-differences' then '{finance,manager}'
    when 'credit-deposit' then '{finance,manager}'
    when 'end-review' then '{finance,manager}'
    when 'refund-bpc' then '{support,finance,manager}'
    when 'recover-account' then '{support,risk,manager}'
    when 'end-all-sessions' then '{risk,manager}'
    when 'unfreeze-customer' then '{support,risk,manager}'
    when 'add-operator' then '{manager}'
    when 'revoke-operator' then '{manager}'
    when 'change-role' then '{manager}'
    when 'pause-kind' then '{risk,manager}'
    when 'resume-kind' then '{risk,manager}'
    when 'set-bank-notice' then '{risk,manager}'
    when 'end-bank-notice' then '{risk,manager}'
    when 'set-channels' then '{manager}'
    when 'set-prices' then '{manager}'
    when 'set-limits' then '{risk,manager}'
    when 'set-customer-limit' then '{risk,manager}'
    when 'enrol-passkey' then '{support,finance,risk,manager}'
    else '{}'
  end::text[])
$$;

create function operator_may_confirm(of_role text, of_act text) returns boolean language sql immutable as $$
  select of_role = any (case
    when of_act in ('close-difference', 'close-differences') then '{finance,manager}'
    when of_act in ('recover-account', 'unfreeze-customer', 'set-customer-limit') then '{risk,manager}'
    when of_act in (
      'resume-money', 'credit-deposit', 'end-review', 'refund-bpc', 'end-all-sessions', 'pause-kind', 'resume-kind',
      'set-prices', 'set-limits'
    ) then '{finance,risk,manager}'
    when of_act in (
      'add-operator', 'revoke-operator', 'change-role', 'set-bank-notice', 'end-bank-notice', 'set-channels', 'enrol-passkey'
    ) then '{support,finance,risk,manager}'
    else '{}'
  end::text[])
$$;

-- A request changes once, when another operator confirms it. Until the act is done, both operators must be active and in a
-- role that permits it: docs/why/decisions/0085-operators-sign-what-is-done.md.
create function operator_requests_confirm() returns trigger language plpgsql as $$
declare
  active int;
begin
  if old.confirmed_at is not null or new.confirmed_at is null
    or to_jsonb(old) - 'confirmed_by' - 'confirmed_at' - 'confirm_evidence'
      <> to_jsonb(new) - 'confirmed_by' - 'confirmed_at' - 'confirm_evidence' then
    raise exception 'a request is confirmed once, as it was made' using errcode = 'JO001';
  end if;
  perform 1 from operators
    where id in (new.requested_by, new.confirmed_by) and admitted_at is not null and revoked_at is null
    order by id for share;
  get diagnostics active = row_count;
  if active < 2 then
    raise exception 'a request takes two operators who stand' using errcode = 'JO002';
  end if;
  if not exists (select from operators where id = new.requested_by and operator_may_ask(role, new.act)) then
    raise exception 'the one who asked may not ask for this any more' using errcode = 'JO012';
  end if;
  if not exists (select from operators where id = new.confirmed_by and operator_may_confirm(role, new.act)) then
    raise exception 'the one who confirms may not confirm this' using errcode = 'JO013';
  end if;
  return null;
end $$;

-- Whether two operators agreed to this act on this subject at this time. The act itself confirms its request.
create function two_operators_agreed(of_act text, of_subject text, at timestamptz) returns boolean language sql stable as $$
  select exists (
    select from operator_requests where act = of_act and subject = of_subject and confirmed_at = at
  )
$$;

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

-- The same letters as in server/platform/text/plain-name.ts; a test compares every character.
create function operator_name_is_plain(of_name text) returns boolean language sql immutable as $$
  select normalize(of_name, NFD) ~ '^(?:[A-Za-zƁɓƊɗƘƙƳƴ][\u0300-\u0304\u0307\u0308\u030c\u0323\u0327\u0329\u0331]{0,2}|[ .''’ʼ-])+$'
$$;

-- A name as it looks at a glance: only its letters, without case and marks, with one letter for all of the same shape.
create function operator_name_look(of_name text) returns text language sql immutable as $$
  select replace(replace(
    translate(
      regexp_replace(lower(translate(normalize(of_name, NFKD), 'ƁɓƊɗƘƙƳƴ', 'bbddkkyy') collate "C"), '[^a-z0-9]', '', 'g'),
      '01i', 'oll'),
    'rn', 'm'), 'vv', 'w')
$$;

-- Nobody adds the first operator; the first adds the second. From then on two operators add one, and two revoke one. Two
-- always remain, one of them a manager. A role changes only as two operators agreed. No two names may look alike.
create function operators_change() returns trigger language plpgsql as $$
declare
  admitted boolean := old.admitted_at is null and new.admitted_at is not null;
  revoked boolean := old.revoked_at is null and new.revoked_at is not null;
  moved boolean := new.role <> old.role;
  active int;
  managers int;
  alone text;
begin
  if to_jsonb(old) - 'passphrase_hash' - 'admitted_at' - 'revoked_at' - 'role' - 'role_since'
      <> to_jsonb(new) - 'passphrase_hash' - 'admitted_at' - 'revoked_at' - 'role' - 'role_since'
    or (not admitted and new.admitted_at is distinct from old.admitted_at)
    or (not revoked and new.revoked_at is distinct from old.revoked_at)
    or (not moved and new.role_since <> old.role_since)
    or (old.revoked_at is not null or old.admitted_at is null or revoked) and new.passphrase_hash <> old.passphrase_hash
    or (old.revoked_at is not null or old.admitted_at is null or revoked) and moved
    or (admitted and revoked) then
    raise exception 'an operator keeps who he is' using errcode = 'JO003';
  end if;
  if not admitted and not revoked and not moved then
    return new;
  end if;
  -- One at a time: each counts what the previous one left.
  perform pg_advisory_xact_lock(727203);
  select count(*), min(id) into active, alone from operators where admitted_at is not null and revoked_at is null;
  select count(*) into managers
    from operators where admitted_at is not null and revoked_at is null and role = 'manager' and id <> new.id;
  if admitted and not (
    (active = 0 and new.created_by is null)
    or (active = 1 and new.created_by is not distinct from alone)
    or (active > 1 and two_operators_agreed('add-operator', new.id, new.admitted_at))
  ) then
    raise exception 'an operator is brought in by those who stand' using errcode = 'JO004';
  end if;
  if admitted and not operator_name_is_plain(new.name) then
    raise exception 'an operator has a name in plain letters' using errcode = 'JO014';
  end if;
  if admitted and exists (
    select from operators
    where id <> new.id and admitted_at is not null and operator_name_look(name) = operator_name_look(new.name)
  ) then
    raise exception 'no two operators have names that look alike' using errcode = 'JO015';
  end if;
  if revoked and active <= 2 then
    raise exception 'two operators have to stay' using errcode = 'JO005';
  end if;
  if managers = 0 and (revoked or new.role <> 'manager') then
    raise exception 'a manager has to stay' using errcode = 'JO008';
  end if;
  if revoked and not two_operators_agreed('revoke-operator', new.id, new.revoked_at) then
    raise exception 'an operator is revoked by two' using errcode = 'JO004';
  end if;
  if moved and not exists (
    select from operator_requests
    where act = 'change-role' and subject = new.id and confirmed_at = new.role_since
      and content ->> 'from' = old.role and content ->> 'to' = new.role
  ) then
    raise exception 'a role changes when two agreed to this change' using errcode = 'JO009';
  end if;
  return new;
end $$;

create trigger operators_change before update on operators for each row execute function operators_change();
create trigger operators_no_delete before delete on operators for each row execute function refuse_change();
create trigger operators_no_truncate before truncate on operators for each statement execute function refuse_change();

-- Runs after the constraints, so that their messages name what is refused.
create trigger operator_requests_confirm after update on operator_requests
  for each row execute function operator_requests_confirm();
create trigger operator_requests_no_delete before delete on operator_requests
  for each row execute function refuse_change();
create trigger operator_requests_no_truncate before truncate on operator_requests
  for each statement execute function refuse_change();

-- Every attempt to prove being an operator, successful or not.
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
create trigger operator_proofs_append_only before update or delete on operator_proofs
  for each row execute function refuse_change();
create trigger operator_proofs_no_truncate before truncate on operator_proofs
  for each statement execute function refuse_change();

-- Passkeys that operators sign in and sign with.
create table operator_passkeys (
  id text primary key check (id ~ '^opk_[0-9a-z]{35}$'),
  operator_id text not null references operators,
  -- The passkey's id at its authenticator.
  credential_id bytea not null check (octet_length(credential_id) between 1 and 1023),
  -- COSE format.
  public_key bytea not null check (octet_length(public_key) between 32 and 1200),
  -- The authenticator's counter at its last use; many always report 0.
  counter bigint not null check (counter between 0 and 4294967295),
  transports text[] not null check (cardinality(transports) <= 10),
  backed_up boolean not null,
  name text not null check (char_length(name) between 1 and 40 and name !~ '[[:cntrl:]]'),
  created_at timestamptz not null,
  -- When it was confirmed. Null: another operator has not, and it cannot sign in.
  confirmed_at timestamptz,
  -- When it was removed. The row stays, because what was signed with it remains evidence.
  removed_at timestamptz,
  last_used_at timestamptz
);
create unique index operator_passkeys_credential on operator_passkeys (credential_id);
create index operator_passkeys_of_operator on operator_passkeys (operator_id);

-- If two operators are active, a passkey takes two: one enrols it, another confirms it.
create function operator_passkeys_change() returns trigger language plpgsql as $$
declare
  confirmed boolean := old.confirmed_at is null and new.confirmed_at is not null;
  active int;
begin
  if to_jsonb(old) - 'counter' - 'backed_up' - 'confirmed_at' - 'removed_at' - 'last_used_at'
      <> to_jsonb(new) - 'counter' - 'backed_up' - 'confirmed_at' - 'removed_at' - 'last_used_at'
    or (not confirmed and new.confirmed_at is distinct from old.confirmed_at)
    or (old.removed_at is not null and (confirmed or new.removed_at is distinct from old.removed_at)) then
    raise exception 'a passkey stays what was enrolled' using errcode = 'JO010';
  end if;
  if not confirmed then
    return new;
  end if;
  perform pg_advisory_xact_lock(727203);
  select count(*) into active from operators where admitted_at is not null and revoked_at is null;
  if active > 1 and not two_operators_agreed('enrol-passkey', new.id, new.confirmed_at) then
    raise exception 'a passkey is confirmed by another operator' using errcode = 'JO011';
  end if;
  return new;
end $$;

create trigger operator_passkeys_change before update on operator_passkeys
  for each row execute function operator_passkeys_change();
create trigger operator_passkeys_no_delete before delete on operator_passkeys
  for each row execute function refuse_change();
create trigger operator_passkeys_no_truncate before truncate on operator_passkeys
  for each statement execute function refuse_change();

-- Links that enrol a passkey: made in a terminal, used once.
create table operator_links (
  id text primary key check (id ~ '^opl_[0-9a-z]{35}$'),
  -- Null: the practice mode's link for the first operator, who is added on the page that it opens.
  operator_id text references operators,
  -- A keyed hash of the token in the address.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  made_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint operator_links_lifetime check (expires_at > made_at and expires_at <= made_at + interval '15 minutes')
);
create unique index operator_links_token on operator_links (token_hash);
create index operator_links_expires_at on operator_links (expires_at);

-- Sessions of the console.
create table operator_sessions (
  id text primary key check (id ~ '^ops_[0-9a-z]{35}$'),
  operator_id text not null references operators,
  passkey_id text not null references operator_passkeys,
  -- A keyed hash of the token in the cookie.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  browser text check (char_length(browser) between 1 and 40 and browser ~ '^[ -~]+$'),
  created_at timestamptz not null,
  -- When its operator was last active.
  touched_at timestamptz not null,
  locked_at timestamptz,
  ended_at timestamptz,
  ended_by text check (ended_by in ('sign-out', 'other-browser')),
  constraint operator_sessions_ended check ((ended_at is null) = (ended_by is null))
);
create unique index operator_sessions_token on operator_sessions (token_hash);
-- One browser at a time.
create unique index operator_sessions_one on operator_sessions (operator_id) where ended_at is null;
create index operator_sessions_created_at on operator_sessions (created_at);

-- Challenges that were signed. Each contains proof of when it was made, so only used ones are stored.
create table operator_challenges (
  challenge text primary key check (char_length(challenge) = 86),
  expires_at timestamptz not null
);
create index operator_challenges_expires_at on operator_challenges (expires_at);

-- The end of the chain, so that lines removed at the end are noticed too.
create table operator_audit_head (
  one_row boolean primary key default true constraint operator_audit_head_one_row check (one_row),
  number bigint not null check (number > 0),
  hash bytea not null check (octet_length(hash) = 32)
);
create trigger operator_audit_head_no_delete before delete on operator_audit_head
  for each row execute function refuse_change();
create trigger operator_audit_head_no_truncate before truncate on operator_audit_head
  for each statement execute function refuse_change();

-- Every look and every act of operators, in order, each chained to the previous line (docs/why/decisions/0005, 0049).
create table operator_audit (
  number bigint primary key check (number > 0),
  at timestamptz not null,
  -- Null: nobody proved who they are.
  operator_id text references operators,
  role text check (role in ('support', 'finance', 'risk', 'manager')),
  -- Null: in a terminal. Sessions are removed after a while, these lines never.
  session_id text check (session_id ~ '^ops_[0-9a-z]{35}$'),
  act text not null check (act ~ '^[a-z-]{1,40}$'),
  -- Who or what it concerns.
  subject text check (char_length(subject) between 1 and 60 and subject !~ '[[:cntrl:]]'),
  reason text check (char_length(reason) between 1 and 300 and reason !~ '[[:cntrl:]]'),
  -- JSON in one line, as text: the hash covers exactly these characters.
  before text check (char_length(before) between 2 and 2000 and before !~ '[[:cntrl:]]'),
  after text check (char_length(after) between 2 and 2000 and after !~ '[[:cntrl:]]'),
  request_id text check (request_id ~ '^[\w-]{1,40}$'),
  hash bytea not null check (octet_length(hash) = 32),
  constraint operator_audit_role check ((operator_id is null) = (role is null)),
  constraint operator_audit_session check (session_id is null or operator_id is not null)
);
create index operator_audit_of_operator on operator_audit (operator_id, number);
create index operator_audit_of_act on operator_audit (act, number);
create index operator_audit_at on operator_audit (at);
-- Finds who looked at a customer, and which customer an operator has open.
create index operator_audit_of_subject on operator_audit (subject, number) where subject is not null;

-- Numbers and chains a line. Runs with the owner's rights, so that the program itself can change neither numbers nor the
-- end. A restore inserts lines that already have a number.
create function operator_audit_chain() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  last operator_audit_head;
begin
  perform pg_advisory_xact_lock(727204);
  select * into last from operator_audit_head;
  new.number := coalesce(last.number, 0) + 1;
  new.hash := sha256(coalesce(last.hash, ''::bytea) || convert_to(
    new.number || E'\n' || to_char(new.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || E'\n'
      || coalesce(new.operator_id, '') || E'\n' || coalesce(new.role, '') || E'\n' || coalesce(new.session_id, '') || E'\n'
      || new.act || E'\n' || coalesce(new.subject, '') || E'\n' || coalesce(new.reason, '') || E'\n'
      || coalesce(new.before, '') || E'\n' || coalesce(new.after, '') || E'\n' || coalesce(new.request_id, ''),
    'UTF8'));
  insert into operator_audit_head (number, hash) values (new.number, new.hash)
    on conflict (one_row) do update set number = excluded.number, hash = excluded.hash;
  return new;
end $$;

create trigger operator_audit_chain before insert on operator_audit
  for each row when (new.number is null) execute function operator_audit_chain();
create trigger operator_audit_append_only before update or delete on operator_audit
  for each row execute function refuse_change();
create trigger operator_audit_no_truncate before truncate on operator_audit
  for each statement execute function refuse_change();

-- Filters that operators save under a name.
create table operator_filters (
  id text primary key check (id ~ '^flt_[0-9a-z]{35}$'),
  operator_id text not null references operators (id),
  screen text not null check (screen in ('search', 'cases', 'audit', 'reports')),
  name text not null check (char_length(name) between 1 and 40 and name !~ '[[:cntrl:]]'),
  -- The query of the screen's address.
  query text not null check (query ~ '^[A-Za-z0-9_=&-]{1,200}$'),
  saved_at timestamptz not null
);
create unique index operator_filters_name on operator_filters (operator_id, screen, lower(name));
