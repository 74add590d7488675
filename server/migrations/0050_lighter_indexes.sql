-- What an index costs with each order, and what it spares.

-- The newest transfer is looked for every five seconds by each process. A BRIN index leaves out the rows that no vacuum has seen,
-- so each look read all of those, and the embedded database never vacuums.
drop index ledger_transfers_by_time;
create index ledger_transfers_by_time on ledger_transfers (posted_at);

-- Beneficiaries are read all at once, and there is a most of them for each person. With their time in an index, each payment
-- to one of them wrote a new entry into all three.
drop index beneficiaries_last_used;
