-- Whether the sender of a payment shows full names on its receipt. They say so for each receipt, and may take it back.
-- docs/decisions/0094-full-names-on-a-receipt.md explains the rules.
alter table receipts add column shows_names boolean not null default false;
