-- Which secret's keys made a hash or a box, by the name that server/keys.ts gives them: it says nothing about the secret.
-- Null: made before keys had names; the first change of the secret names them all. A password's hash names its keys itself.
alter table pins add column key_id text check (key_id ~ '^[0-9a-f]{8}$');
alter table recovery_codes add column key_id text check (key_id ~ '^[0-9a-f]{8}$');
alter table bpc_codes add column key_id text check (key_id ~ '^[0-9a-f]{8}$');
alter table authenticators add column key_id text check (key_id ~ '^[0-9a-f]{8}$');
alter table mails add column key_id text check (key_id ~ '^[0-9a-f]{8}$');
