-- Run once, on the primary, as its superuser:
--   psql -v owner_password="…" -v app_password="…" -f deploy/roles.sql
-- The program's role owns nothing: docs/operate/live-mode.md, "Two roles".
create role jara_owner login password :'owner_password';
create role jara_app login password :'app_password';
-- A pooler shares connections, so session limits come with the role.
alter role jara_app set statement_timeout = '30s';
alter role jara_app set idle_in_transaction_session_timeout = '30s';
create database jara owner jara_owner template template0 encoding 'UTF8' locale 'C.UTF-8';
