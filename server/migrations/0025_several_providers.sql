-- Work on an incoming payment names the provider it came in at: its reference alone may be another provider's as well.
update work set subject_id = 'paystack ' || subject_id where kind = 'payment';

-- Which providers a run until now has reached: the next one goes back to the last such run of each.
alter table reconciliation_runs add column reached text[] not null default '{paystack,vtpass}';
alter table reconciliation_runs alter column reached drop default;

-- Lines of the providers' lists that cannot be ours: how many, and the first of them as operators are shown them.
alter table reconciliation_runs add column not_ours int not null default 0 check (not_ours >= 0);
alter table reconciliation_runs alter column not_ours drop default;
alter table reconciliation_runs add column set_aside text[] not null default '{}';
alter table reconciliation_runs alter column set_aside drop default;
-- What was an unknown transfer until now and is under a reference that no order of ours can have: what two people closed of it
-- stays closed.
update reconciliation_exceptions set kind = 'not-ours'
where kind = 'unknown-transfer' and reference !~ '^ord_[0-9a-hjkmnp-tv-z]{35}$';
