-- The second step of a sign-in, ways back into an account, mail, and what happened to an account. docs/security.md
-- explains the rules these tables enforce.

-- How far back "new" goes for this account: since it was opened, a device was bound, or a factor was set anew. For 24
-- hours from then on money out has a limit of its own.
alter table users add column new_since timestamptz;
update users set new_since = created_at;
alter table users alter column new_since set not null;
-- Set when its owner closes the account: what is left of the person is replaced, the ledger stays.
alter table users add column closed_at timestamptz;

-- The token before this one, for the requests that were under way when the session got a new one.
alter table sessions add column previous_token_hash bytea check (octet_length(previous_token_hash) = 32);
alter table sessions add column previous_until timestamptz;
alter table sessions add constraint sessions_previous check ((previous_token_hash is null) = (previous_until is null));
create unique index sessions_previous_token on sessions (previous_token_hash);

-- A right password on a device that is not the account's, waiting for the second step.
create table sign_ins (
  user_id text not null references users,
  -- SHA-256 of the 256-bit token the browser got; the token itself is nowhere.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  key_x text not null check (key_x ~ '^[A-Za-z0-9_-]{43}$'),
  key_y text not null check (key_y ~ '^[A-Za-z0-9_-]{43}$'),
  -- What was right: a sign-in ends when the password changes meanwhile.
  password_hash text not null,
  challenge text not null check (challenge ~ '^[A-Za-z0-9_-]{43}$'),
  -- HMAC of the code that was mailed last; null: none was.
  mail_code_hash bytea check (octet_length(mail_code_hash) = 32),
  mailed_at timestamptz,
  wrong smallint not null default 0 check (wrong between 0 and 5),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, token_hash),
  constraint sign_ins_mailed check ((mail_code_hash is null) = (mailed_at is null))
);
create unique index sign_ins_token on sign_ins (token_hash);

-- An app that shows a new code every 30 seconds (RFC 6238).
create table authenticators (
  user_id text primary key references users,
  -- AES-256-GCM of the shared secret: it must be read again to compute a code.
  secret_box bytea not null check (octet_length(secret_box) between 29 and 200),
  created_at timestamptz not null,
  -- Null until a code of it was right: before that it is offered, and opens nothing.
  confirmed_at timestamptz,
  -- The 30-second step of the code used last: no code is good twice.
  last_step bigint not null default 0 check (last_step >= 0)
);

create table recovery_codes (
  user_id text not null references users,
  -- HMAC of the code, which has 120 random bits.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- The newest link to set a new password; the one before ends with it.
create table password_resets (
  user_id text primary key references users,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index password_resets_token on password_resets (token_hash);

-- Codes that prove that a mailbox is read by who names it. The key is a keyed hash of what it is for and of the email.
create table email_proofs (
  proof_key bytea primary key check (octet_length(proof_key) = 32),
  code_hash bytea not null check (octet_length(code_hash) = 32),
  wrong smallint not null default 0 check (wrong between 0 and 5),
  expires_at timestamptz not null
);
create index email_proofs_old on email_proofs (expires_at);

create table mails (
  id text primary key check (id ~ '^mai_[0-9a-z]{35}$'),
  user_id text references users,
  kind text not null check (kind ~ '^[a-z-]{1,40}$'),
  -- AES-256-GCM of what the letter is written from, the address included. Gone once it was sent or given up.
  box bytea check (octet_length(box) between 29 and 8192),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped', 'given-up')),
  created_at timestamptz not null,
  done_at timestamptz,
  constraint mails_done check ((state = 'waiting') = (done_at is null)),
  constraint mails_emptied check ((state = 'waiting') = (box is not null))
);
create index mails_done_at on mails (done_at) where done_at is not null;

-- What happened to an account, for its owner and for whoever has to say whom a breach touched.
create table account_events (
  user_id text not null references users,
  id text not null check (id ~ '^aev_[0-9a-z]{35}$'),
  kind text not null check (kind ~ '^[a-z-]{1,40}$'),
  device_id text,
  -- What the browser called itself, in our words.
  browser text check (char_length(browser) between 1 and 40 and browser ~ '^[ -~]+$'),
  at timestamptz not null,
  primary key (user_id, id)
);
create trigger account_events_append_only before update or delete on account_events
  for each row execute function refuse_change();
create trigger account_events_no_truncate before truncate on account_events
  for each statement execute function refuse_change();
