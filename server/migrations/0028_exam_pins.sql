-- Exam PINs are a kind of order, and the first that hands over something worth money to whoever has it: what was delivered lies
-- sealed in the order, under keys that are not in the database. docs/decisions/0037-one-descriptor-per-kind-of-order.md.

alter table quotes drop constraint quotes_kind_check;
alter table quotes add constraint quotes_kind_check
  check (kind in ('withdrawal', 'airtime', 'data', 'electricity', 'tv', 'education', 'bpc'));

alter table orders drop constraint orders_kind_check;
alter table orders add constraint orders_kind_check
  check (kind in ('withdrawal', 'airtime', 'data', 'electricity', 'tv', 'education', 'bpc'));

alter table transactions drop constraint transactions_kind_check;
alter table transactions add constraint transactions_kind_check
  check (kind in ('withdrawal', 'airtime', 'data', 'electricity', 'tv', 'education', 'bpc', 'deposit', 'recall', 'refund', 'grant'));

-- Nonce, ciphertext and tag of AES-256-GCM, and the keys it was sealed with. What is in it is its kind's to say.
alter table orders add column delivery_box bytea
  constraint orders_delivery_box_check check (octet_length(delivery_box) between 29 and 4096);
alter table orders add column key_id text
  constraint orders_key_id_check check (key_id ~ '^[0-9a-f]{8}$');
alter table orders add constraint orders_delivery_sealed check ((delivery_box is null) = (key_id is null));
-- For sealing them anew after a change of the secret.
create index orders_delivery on orders (user_id, id) where delivery_box is not null;
