-- Which secret this installation's hashes and boxes were made with, as a value that tells one secret from another and
-- nothing about it: HMAC-SHA-256(secret, 'jara.v1/secret-check'). Written by the first start that finds none, see
-- server/secret-check.ts. It stays: without it the next start would believe whatever secret it is given.
create table secret_check (
  only_row boolean primary key default true check (only_row),
  check_value bytea not null check (octet_length(check_value) = 32),
  kept_at timestamptz not null
);

create trigger secret_check_no_delete before delete on secret_check
  for each row execute function refuse_change();
create trigger secret_check_no_truncate before truncate on secret_check
  for each statement execute function refuse_change();
