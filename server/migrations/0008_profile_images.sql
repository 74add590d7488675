-- What people change about themselves: a picture, and the name now and then.

create table profile_images (
  user_id text primary key references users,
  -- Another picture, another version: it stands in the address a page loads the picture from.
  version text not null check (version ~ '^[A-Za-z0-9_-]{16}$'),
  -- Drawn by the server itself: a small WebP, nothing of the file that was sent.
  image bytea not null check (octet_length(image) between 12 and 262144 and substring(image from 1 for 4) = 'RIFF'::bytea),
  changed_at timestamptz not null
);

-- Null: never changed since the account was opened.
alter table users add column name_changed_at timestamptz;
