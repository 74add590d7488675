-- Every row this function reads, it reads by its key. While a table is small and growing, what is known of it is older than
-- the table, and reading all of it looks cheap: one such plan, kept for a connection's life, read every transfer for each call.
alter function ledger_post_together(text[], text[], text[], text[], text[], timestamptz[], text[], text[], bigint[])
  set enable_seqscan = off;
