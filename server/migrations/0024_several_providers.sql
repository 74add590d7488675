-- Work on an incoming payment names the provider it came in at: its reference alone may be another provider's as well.
update work set subject_id = 'paystack ' || subject_id where kind = 'payment';

-- Which providers a run has read everything of: the next run goes back to the last one of each.
alter table reconciliation_runs add column compared text[] not null default '{paystack,vtpass}';
alter table reconciliation_runs alter column compared drop default;
