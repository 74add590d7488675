-- Reselling: a seller's customers, and lists that are approved with one signature.

create table customers (
  user_id text not null,
  id text not null,
  name text not null check (char_length(name) between 1 and 80 and name !~ '[[:cntrl:]]'),
  phone text not null check (phone ~ '^0[0-9]{10}$'),
  network text check (network in ('mtn', 'airtel', 'glo', '9mobile')),
  note text check (char_length(note) between 1 and 200 and note !~ '[[:cntrl:]]'),
  created_at timestamptz not null,
  primary key (user_id, id),
  -- A repeated request finds the first customer.
  constraint customers_once unique (user_id, phone, name)
);

-- A list as checked and priced. Its quotes are deleted when they expire; an approved list stays.
create table order_batches (
  user_id text not null,
  id text not null,
  kind text not null check (kind in ('airtime', 'data')),
  -- The exact text that was shown and is signed for all its orders at once.
  terms text not null,
  challenge text not null,
  -- Every row with its price or its problem, in the order of the list.
  rows jsonb not null,
  -- The quotes of the good rows. The orders they became are the result of the list.
  quote_ids text[] not null check (cardinality(quote_ids) between 1 and 200),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, id)
);
create trigger order_batches_fixed before update on order_batches
  for each row execute function refuse_change();
