-- Receipts that can be checked: one code per line of somebody's history, made when it is first asked for.

create table receipts (
  user_id text not null,
  transaction_id text not null,
  -- 120 random bits, without i, l, o and u. Who has it reads what the public page shows, and nothing else.
  code text not null check (code ~ '^[0-9a-hjkmnp-tv-z]{24}$'),
  created_at timestamptz not null,
  primary key (user_id, transaction_id),
  foreign key (user_id, transaction_id) references transactions (user_id, id)
);
-- A directory like the one of emails: looked up before anybody is known.
create unique index receipts_code on receipts (code);
