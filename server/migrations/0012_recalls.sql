-- Money that a bank takes back after it was credited, and what is owed because of it.

-- `repay`: whatever comes in for somebody who owes repays that first.
alter table ledger_transfers drop constraint ledger_transfers_kind_check;
alter table ledger_transfers add constraint ledger_transfers_kind_check check (
  kind in ('grant', 'deposit', 'pay-in', 'quarantine', 'hold', 'settle', 'release', 'return', 'late-success', 'recall',
    'repay')
);
create unique index ledger_transfers_one_repay on ledger_transfers (user_id, subject_id) where kind = 'repay';

alter table transactions drop constraint transactions_kind_check;
alter table transactions add constraint transactions_kind_check
  check (kind in ('withdrawal', 'airtime', 'data', 'electricity', 'tv', 'bpc', 'deposit', 'recall', 'refund', 'grant'));
create unique index transactions_one_recall on transactions (user_id, deposit_id) where kind = 'recall';

-- A hint names a payment by its reference.
create index deposits_of_reference on deposits (provider, reference);
