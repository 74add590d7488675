-- Accounts, and how their owners prove who they are. docs/why/security.md explains the rules these tables enforce.
--
-- `users`, `sign_in_throttles` and `email_proofs` are looked up by email, before the user is known. Rows of every other
-- table lie with their user (first key column), so that users can be spread over several databases.

create table users (
  id text primary key check (id ~ '^usr_[0-9a-z]{35}$'),
  email text not null check (email ~ '^[!-~]+@[!-~]+$' and char_length(email) <= 254),
  full_name text not null check (char_length(full_name) between 2 and 100 and full_name !~ '[[:cntrl:]]'),
  password_hash text not null check (password_hash like '$argon2id$%'),
  -- Set by the tenth wrong PIN within 24 hours; no order is approved before it.
  money_out_frozen_until timestamptz,
  created_at timestamptz not null,
  -- The owner's freeze, which only they set and lift. While it is set, no order that takes money out is approved.
  frozen_at timestamptz,
  -- Null: never changed since the account was opened.
  name_changed_at timestamptz,
  -- Since when the account counts as new: it was opened, a device was bound, or a factor was set anew. For 24 hours from
  -- then on, money out has a separate limit.
  new_since timestamptz not null,
  -- Set when its owner closes the account: personal data is replaced, the ledger stays.
  closed_at timestamptz,
  -- A freeze by an operator, independent of the owner's `frozen_at`. It is in this row, so that an approval that waits for
  -- the row sees it. docs/why/decisions/0062-freezes-by-operators.md.
  operator_freeze_id text check (operator_freeze_id ~ '^frz_[0-9a-z]{35}$'),
  operator_frozen_at timestamptz,
  -- The heading that the customer reads. The operator's own reason is in the record of operators.
  operator_freeze_heading text check (operator_freeze_heading in ('wish', 'safety', 'review')),
  constraint users_operator_freeze check (
    (operator_freeze_id is null) = (operator_frozen_at is null)
    and (operator_freeze_id is null) = (operator_freeze_heading is null)
  )
);
create unique index users_email on users (lower(email));
-- Byte order, so that a prefix is a range in any database locale.
create index users_name on users (lower(full_name) collate "C");
create index users_email_prefix on users (lower(email) collate "C");

-- The owner may lift a freeze made at their own wish, and another freeze may replace it. Two operators lift any other, once.
create function users_operator_freeze_lifted() returns trigger language plpgsql as $$
begin
  if new.operator_freeze_id is not null or not exists (
    select from operator_requests
    where act = 'unfreeze-customer' and subject = old.operator_freeze_id and confirmed_at is not null
  ) then
    raise exception 'an operator''s freeze is lifted by two' using errcode = 'JO050';
  end if;
  return null;
end $$;

create trigger users_operator_freeze_lifted after update on users for each row
  when (old.operator_freeze_heading <> 'wish'
    and row(new.operator_freeze_id, new.operator_frozen_at, new.operator_freeze_heading)
      is distinct from row(old.operator_freeze_id, old.operator_frozen_at, old.operator_freeze_heading))
  execute function users_operator_freeze_lifted();

create table profile_images (
  user_id text primary key references users,
  -- Changes with every new picture. It is part of the picture's URL, so no browser shows an old one.
  version text not null check (version ~ '^[A-Za-z0-9_-]{16}$'),
  -- Drawn by the server: a small WebP that contains nothing of the uploaded file.
  image bytea not null check (octet_length(image) between 12 and 262144 and substring(image from 1 for 4) = 'RIFF'::bytea),
  changed_at timestamptz not null
);

-- A person's phone number in E.164, which the bank that issues an account number requires.
create table contact_phones (
  user_id text primary key references users,
  phone text not null check (phone ~ '^\+234[789][0-9]{9}$'),
  changed_at timestamptz not null
);

-- Events of an account: shown to its owner, and used to find out whom a breach affected.
create table account_events (
  user_id text not null references users,
  id text not null check (id ~ '^aev_[0-9a-z]{35}$'),
  kind text not null check (kind ~ '^[a-z-]{1,40}$'),
  device_id text,
  -- The browser's name and system, in our words.
  browser text check (char_length(browser) between 1 and 40 and browser ~ '^[ -~]+$'),
  at timestamptz not null,
  primary key (user_id, id)
);
create trigger account_events_append_only before update or delete on account_events
  for each row execute function refuse_change();
create trigger account_events_no_truncate before truncate on account_events
  for each statement execute function refuse_change();

-- A browser with its own key, which signs every payment. One is active at a time.
create table devices (
  user_id text not null references users,
  id text not null check (id ~ '^dev_[0-9a-z]{35}$'),
  -- The P-256 public key, as the two coordinates of its JWK.
  key_x text not null check (key_x ~ '^[A-Za-z0-9_-]{43}$'),
  key_y text not null check (key_y ~ '^[A-Za-z0-9_-]{43}$'),
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (user_id, id)
);
create unique index devices_one_active on devices (user_id) where revoked_at is null;

-- The PIN and everything that limits guessing it, in one row per account, so that one conditional UPDATE decides. A new
-- device resets the PIN but keeps `wrong_at`: the daily limit belongs to the account.
create table pins (
  user_id text primary key references users,
  device_id text not null,
  -- HMAC of the device's PIN proof under a key outside the database. Null: no PIN set.
  pin_hash bytea check (octet_length(pin_hash) = 32),
  -- 5: switched off until a full sign-in and a new PIN.
  wrong_in_row smallint not null default 0 check (wrong_in_row between 0 and 5),
  wait_until timestamptz,
  -- The wrong attempts of the last 24 hours.
  wrong_at timestamptz[] not null default '{}' check (cardinality(wrong_at) <= 10),
  -- Here and in other tables: names the keys that made the hash or box, without revealing the secret. A password's hash
  -- contains the name of its keys.
  key_id text check (key_id ~ '^[0-9a-f]{8}$'),
  foreign key (user_id, device_id) references devices (user_id, id)
);

-- A sign-in on a device.
create table sessions (
  user_id text not null references users,
  id text not null check (id ~ '^ses_[0-9a-z]{35}$'),
  device_id text not null,
  -- SHA-256 of the 256-bit token in the cookie; the token itself is not stored.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  -- The last full sign-in, unlock, and request made by the person.
  password_at timestamptz not null,
  unlocked_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Locked by hand or by a rule. A session also counts as locked when last_seen_at is too old.
  locked_at timestamptz,
  ended_at timestamptz,
  -- The browser's name and system, in our words: "Chrome on Android".
  browser text check (char_length(browser) between 1 and 40 and browser ~ '^[ -~]+$'),
  -- The previous token, for requests that were under way when the session got a new one.
  previous_token_hash bytea check (octet_length(previous_token_hash) = 32),
  previous_until timestamptz,
  primary key (user_id, id),
  foreign key (user_id, device_id) references devices (user_id, id),
  constraint sessions_previous check ((previous_token_hash is null) = (previous_until is null))
);
create unique index sessions_token on sessions (token_hash);
create unique index sessions_previous_token on sessions (previous_token_hash);

-- Challenges that a device signs, each once.
create table challenges (
  user_id text not null,
  challenge text not null check (challenge ~ '^[A-Za-z0-9_-]{43}$'),
  session_id text not null,
  expires_at timestamptz not null,
  primary key (user_id, challenge),
  foreign key (user_id, session_id) references sessions (user_id, id)
);

-- The growing wait after failed attempts. The key is a keyed hash of what was tried: an email without an account waits like
-- one with an account, and the table names nobody.
create table sign_in_throttles (
  account_key bytea primary key check (octet_length(account_key) = 32),
  failures int not null check (failures > 0),
  wait_until timestamptz not null,
  last_try_at timestamptz not null
);
create index sign_in_throttles_old on sign_in_throttles (last_try_at);

-- A correct password on a device that is not the account's, waiting for the second step.
create table sign_ins (
  user_id text not null references users,
  -- SHA-256 of the 256-bit token the browser got; the token itself is not stored.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  key_x text not null check (key_x ~ '^[A-Za-z0-9_-]{43}$'),
  key_y text not null check (key_y ~ '^[A-Za-z0-9_-]{43}$'),
  -- The hash the password matched: the sign-in ends if the password changes meanwhile.
  password_hash text not null,
  challenge text not null check (challenge ~ '^[A-Za-z0-9_-]{43}$'),
  -- HMAC of the last code that was emailed; null: none was.
  mail_code_hash bytea check (octet_length(mail_code_hash) = 32),
  mailed_at timestamptz,
  wrong smallint not null default 0 check (wrong between 0 and 5),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, token_hash),
  constraint sign_ins_mailed check ((mail_code_hash is null) = (mailed_at is null))
);
create unique index sign_ins_token on sign_ins (token_hash);

-- Fingerprint, face or security key.
create table passkeys (
  user_id text not null references users,
  id text not null check (id ~ '^pky_[0-9a-z]{35}$'),
  -- The passkey's id at its authenticator.
  credential_id bytea not null check (octet_length(credential_id) between 1 and 1023),
  -- COSE format.
  public_key bytea not null check (octet_length(public_key) between 32 and 1200),
  -- The authenticator's counter at its last use; many always report 0.
  counter bigint not null check (counter between 0 and 4294967295),
  -- SHA-256 of its last signature, so that the same response sent twice is one use.
  last_signed bytea check (octet_length(last_signed) = 32),
  transports text[] not null check (cardinality(transports) <= 10),
  backed_up boolean not null,
  name text not null check (char_length(name) between 1 and 40 and name !~ '[[:cntrl:]]'),
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (user_id, id)
);
create unique index passkeys_credential on passkeys (credential_id);

-- An app that shows a new code every 30 seconds (RFC 6238).
create table authenticators (
  user_id text primary key references users,
  -- AES-256-GCM of the shared secret, which is needed to compute codes.
  secret_box bytea not null check (octet_length(secret_box) between 29 and 200),
  created_at timestamptz not null,
  -- Null until one of its codes was correct; unusable before that.
  confirmed_at timestamptz,
  -- The 30-second step of the last code used: no code works twice.
  last_step bigint not null default 0 check (last_step >= 0),
  key_id text check (key_id ~ '^[0-9a-f]{8}$')
);

-- Codes on paper for people who lose their second factor.
create table recovery_codes (
  user_id text not null references users,
  -- HMAC of the code, which has 120 random bits.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  created_at timestamptz not null,
  used_at timestamptz,
  key_id text check (key_id ~ '^[0-9a-f]{8}$'),
  primary key (user_id, code_hash)
);

-- The newest link to set a new password; it ends the previous one.
create table password_resets (
  user_id text primary key references users,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index password_resets_token on password_resets (token_hash);

-- Codes that prove access to a mailbox. The key is a keyed hash of the purpose and the email.
create table email_proofs (
  proof_key bytea primary key check (octet_length(proof_key) = 32),
  code_hash bytea not null check (octet_length(code_hash) = 32),
  wrong smallint not null default 0 check (wrong between 0 and 5),
  expires_at timestamptz not null
);
create index email_proofs_old on email_proofs (expires_at);

-- Two operators give an account back to an owner who has lost every way to sign in. For three days, whoever can still sign
-- in may stop it.
create table account_recoveries (
  user_id text not null references users,
  id text not null check (id ~ '^rcv_[0-9a-z]{35}$'),
  -- The address for the password link, and the account's email from then on.
  new_email text not null check (new_email ~ '^[!-~]+@[!-~]+$' and char_length(new_email) <= 254),
  -- How the operators identified the owner.
  reason text not null check (char_length(reason) between 10 and 500 and reason !~ '[[:cntrl:]]'),
  opened_by text not null check (char_length(opened_by) between 2 and 80 and opened_by !~ '[[:cntrl:]]'),
  opened_at timestamptz not null,
  confirmed_by text check (char_length(confirmed_by) between 2 and 80 and confirmed_by !~ '[[:cntrl:]]'),
  confirmed_at timestamptz,
  -- When both mailboxes were informed.
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
  -- The owner can stop it for three days, which nobody can shorten.
  constraint account_recoveries_waited check (
    done_at is null or (announced_at is not null and done_at >= announced_at + interval '72 hours')
  )
);
create unique index account_recoveries_one_open on account_recoveries (user_id)
  where stopped_at is null and done_at is null;

-- The content that the second operator reads cannot change before they confirm.
create function account_recoveries_fixed() returns trigger language plpgsql as $$
begin
  if row(old.user_id, old.id, old.new_email, old.reason, old.opened_by, old.opened_at)
    is distinct from row(new.user_id, new.id, new.new_email, new.reason, new.opened_by, new.opened_at) then
    raise exception 'a recovery stays what was asked for' using errcode = 'JO007';
  end if;
  return new;
end $$;

create trigger account_recoveries_no_delete before delete on account_recoveries
  for each row execute function refuse_change();
create trigger account_recoveries_no_truncate before truncate on account_recoveries
  for each statement execute function refuse_change();
create trigger account_recoveries_take_two after update on account_recoveries for each row
  when (row(new.confirmed_by, new.confirmed_at) is distinct from row(old.confirmed_by, old.confirmed_at))
  execute function take_two_operators('recover-account', 'id', 'confirmed_at', 'opened_by', 'confirmed_by');
create trigger account_recoveries_fixed before update on account_recoveries
  for each row execute function account_recoveries_fixed();
