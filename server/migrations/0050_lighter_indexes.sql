-- Indexes that cost each order less.

-- The newest transfer is looked for every five seconds by each process. A BRIN index does not cover rows
-- inserted since the last vacuum, so each look read all of those, and the embedded database never vacuums.
drop index ledger_transfers_by_time;
create index ledger_transfers_by_time on ledger_transfers (posted_at);

-- A person's beneficiaries are few and read all at once. Because their time was in an index, each payment to one of them wrote
-- a new entry into all three indexes.
drop index beneficiaries_last_used;
