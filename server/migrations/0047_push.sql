-- The keys with which this installation signs what it sends to push services (VAPID): made once, at the first need.
create table push_keys (
  id integer primary key default 1 check (id = 1),
  -- A P-256 point, uncompressed, base64url: browsers subscribe for this key alone.
  public_key text not null check (public_key ~ '^[A-Za-z0-9_-]{87}$'),
  -- The private key, encrypted; key_id names the key.
  box bytea not null check (octet_length(box) between 29 and 200),
  key_id text not null check (key_id ~ '^[0-9a-f]{8}$'),
  created_at timestamptz not null
);

-- Browsers that show alerts while Jara is closed. Whoever knows the endpoint and its keys can write to the browser.
create table push_subscriptions (
  user_id text not null references users,
  id text not null check (id ~ '^psh_[0-9a-z]{35}$'),
  device_id text not null,
  -- A keyed hash: a browser belongs to one account at a time.
  endpoint_hash bytea not null check (octet_length(endpoint_hash) = 32),
  -- Endpoint and keys, encrypted; key_id names the keys of both columns.
  box bytea not null check (octet_length(box) between 29 and 4096),
  key_id text not null check (key_id ~ '^[0-9a-f]{8}$'),
  browser text check (char_length(browser) between 1 and 40 and browser ~ '^[ -~]+$'),
  created_at timestamptz not null,
  last_sent_at timestamptz,
  -- The push service asked not to be called before this time.
  wait_until timestamptz,
  primary key (user_id, id),
  foreign key (user_id, device_id) references devices (user_id, id) on delete cascade
);
create unique index push_subscriptions_endpoint on push_subscriptions (endpoint_hash);
