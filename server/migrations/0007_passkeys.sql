-- Passkeys, freezing by the owner, and what a session was opened with. docs/security.md explains the rules.

-- Set by the owner, and taken away by nobody else: while it stands no order that takes money out is approved.
alter table users add column frozen_at timestamptz;

-- What the browser called itself, in our words: "Chrome on Android".
alter table sessions add column browser text check (char_length(browser) between 1 and 40 and browser ~ '^[ -~]+$');

create table passkeys (
  user_id text not null references users,
  id text not null check (id ~ '^pky_[0-9a-z]{35}$'),
  -- The authenticator's name for it.
  credential_id bytea not null check (octet_length(credential_id) between 1 and 1023),
  -- In COSE form.
  public_key bytea not null check (octet_length(public_key) between 32 and 1200),
  -- What the authenticator counted at the last use; many always answer 0.
  counter bigint not null check (counter between 0 and 4294967295),
  -- SHA-256 of what it signed last, so that the same answer sent twice is one use.
  last_signed bytea check (octet_length(last_signed) = 32),
  transports text[] not null check (cardinality(transports) <= 10),
  backed_up boolean not null,
  name text not null check (char_length(name) between 1 and 40 and name !~ '[[:cntrl:]]'),
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (user_id, id)
);
create unique index passkeys_credential on passkeys (credential_id);
