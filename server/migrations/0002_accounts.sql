-- Who is asking: accounts, devices, sessions, PINs, codes. docs/security.md explains the rules these tables enforce.
--
-- `users` and `sign_in_waits` are the directory: looked up by email, before anybody is known. Every other table lies
-- with its user (first key column), so users can be spread over several databases.

create table users (
  id text primary key check (id ~ '^usr_[0-9a-z]{35}$'),
  email text not null check (email ~ '^[!-~]+@[!-~]+$' and char_length(email) <= 254),
  full_name text not null check (char_length(full_name) between 2 and 100 and full_name !~ '[[:cntrl:]]'),
  password_hash text not null check (password_hash like '$argon2id$%'),
  -- Set by the tenth wrong PIN within 24 hours; no order is approved before it.
  money_out_frozen_until timestamptz,
  created_at timestamptz not null
);
create unique index users_email on users (lower(email));

-- The growing wait after failed sign-ins. The key is a keyed hash of what was tried, so that an email without an
-- account waits like one with an account, and the table names nobody.
create table sign_in_waits (
  account_key bytea primary key check (octet_length(account_key) = 32),
  failures int not null check (failures > 0),
  wait_until timestamptz not null,
  last_try_at timestamptz not null
);
create index sign_in_waits_old on sign_in_waits (last_try_at);

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

-- The PIN and everything that limits guessing it, in one row per account, so that one conditional UPDATE decides.
-- A new device resets the PIN and keeps `wrong_at`: the daily limit is the account's.
create table pins (
  user_id text primary key references users,
  device_id text not null,
  -- HMAC of the device's PIN proof under a key outside the database. Null: no PIN set.
  pin_hash bytea check (octet_length(pin_hash) = 32),
  -- 5: switched off until a full sign-in and a new PIN.
  wrong_in_row smallint not null default 0 check (wrong_in_row between 0 and 5),
  wait_until timestamptz,
  -- The wrong tries of the last 24 hours.
  wrong_at timestamptz[] not null default '{}' check (cardinality(wrong_at) <= 10),
  foreign key (user_id, device_id) references devices (user_id, id)
);

create table sessions (
  user_id text not null references users,
  id text not null check (id ~ '^ses_[0-9a-z]{35}$'),
  device_id text not null,
  -- SHA-256 of the 256-bit token in the cookie; the token itself is nowhere.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  -- The last full sign-in, unlock, and request of the person's own.
  password_at timestamptz not null,
  unlocked_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Locked by hand or by a rule; a session also counts as locked when last_seen_at is too old.
  locked_at timestamptz,
  ended_at timestamptz,
  primary key (user_id, id),
  foreign key (user_id, device_id) references devices (user_id, id)
);
create unique index sessions_token on sessions (token_hash);

create table challenges (
  user_id text not null,
  challenge text not null check (challenge ~ '^[A-Za-z0-9_-]{43}$'),
  session_id text not null,
  expires_at timestamptz not null,
  primary key (user_id, challenge),
  foreign key (user_id, session_id) references sessions (user_id, id)
);

create table bpc_codes (
  user_id text not null references users,
  id text not null check (id ~ '^bpc_[0-9a-z]{35}$'),
  kind text not null check (kind in ('starter', 'bought')),
  status text not null default 'active' check (status in ('active', 'returned')),
  -- HMAC of the code, for look-up; AES-256-GCM of it, for showing it again. Both keys are outside the database.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  code_box bytea not null check (octet_length(code_box) between 29 and 200),
  created_at timestamptz not null,
  returned_at timestamptz,
  primary key (user_id, id),
  constraint bpc_codes_returned check ((status = 'returned') = (returned_at is not null)),
  constraint bpc_codes_starter_stays check (kind <> 'starter' or status = 'active')
);
create unique index bpc_codes_one_starter on bpc_codes (user_id) where kind = 'starter';
create unique index bpc_codes_hash on bpc_codes (user_id, code_hash);

-- Wrong BPC codes within the current window, per user.
create table bpc_wrong_codes (
  user_id text primary key references users,
  window_started_at timestamptz not null,
  wrong int not null check (wrong > 0)
);
