-- Two operators never have names that look alike: names stand in the record and in what others sign. Names that were taken
-- before stay as they are. docs/decisions/0085-operators-sign-what-is-done.md explains the rules.

-- The same letters as in server/platform/text/plain-name.ts; a test compares every character.
create function operator_name_is_plain(of_name text) returns boolean language sql immutable as $$
  select normalize(of_name, NFD) ~ '^(?:[A-Za-zƁɓƊɗƘƙƳƴ][\u0300-\u0304\u0307\u0308\u030c\u0323\u0327\u0329\u0331]{0,2}|[ .''’ʼ-])+$'
$$;

-- A name as it is taken in at a glance: only its letters, without case and marks, and one letter for those of the same shape.
create function operator_name_look(of_name text) returns text language sql immutable as $$
  select replace(replace(
    translate(
      regexp_replace(lower(translate(normalize(of_name, NFKD), 'ƁɓƊɗƘƙƳƴ', 'bbddkkyy') collate "C"), '[^a-z0-9]', '', 'g'),
      '01i', 'oll'),
    'rn', 'm'), 'vv', 'w')
$$;

create or replace function operators_change() returns trigger language plpgsql as $$
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
  -- One after the other, each counting what the one before has made of it.
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
