/** Unique over all people, by reason. Over several databases each needs a place that knows everybody, or a reason. */
export const UNIQUE_ACROSS_PEOPLE: Readonly<Record<string, readonly string[]>> = {
  'the directory: it leads to the person, before anybody knows who it is': [
    'users_email',
    'visitors_email',
    'funding_accounts_number',
  ],
  'a provider gives it, or is asked with it, and its webhooks name nothing else': [
    'orders_reference',
    'order_attempts_reference',
    'deposits_pkey',
    'bpc_charges_pkey',
    'bpc_rejections_pkey',
  ],
  'a secret, or the hash of one that its holder presents; as random as an id, so no two are alike anywhere': [
    'sessions_token',
    'sessions_previous_token',
    'sign_ins_token',
    'password_resets_token',
    'passkeys_credential',
    'push_subscriptions_endpoint',
    'receipts_code',
    'visitors_pass_hash',
  ],
  'an id of ours, random enough to be unique without an index': [
    'cases_pkey',
    'case_pictures_pkey',
    'customer_limits_pkey',
    'deposits_id_key',
    'emails_pkey',
    'jobs_pkey',
    'visitors_pkey',
  ],
  'starts with such an id': [
    'cases_of_visitor',
    'case_actions_pkey',
    'case_messages_once',
    'case_messages_pkey',
    'case_pauses_open',
    'case_pauses_pkey',
    'case_pictures_ordinal',
  ],
  'what a customer tells support on the phone: another is drawn if it is taken': ['cases_tracking_number'],
}

/** Foreign keys between people's rows that leave out the owner: a report may be a visitor's. */
export const REFERENCES_WITHOUT_KEY: readonly string[] = [
  'case_actions_case_id_fkey',
  'case_messages_case_id_fkey',
  'case_pauses_case_id_fkey',
  'case_pictures_case_id_seq_fkey',
]

/** Files and folders whose statements are about everybody, and why. */
export const ABOUT_EVERYBODY: Readonly<Record<string, string>> = {
  'console/': 'operators search, list and report across people',
  'controls/': 'the books of everybody are checked, and compared with the providers',
  'installation/': 'figures, alarms and settings of the installation',
  'privacy/list-affected-users.ts': 'whom a leak affects',
  'privacy/purge-expired.ts': 'expired rows of everybody',
  'platform/crypto/': 'a change of the secret reaches every row that was made with it',
  'job-handlers.ts': 'at a start, open work of everybody is put in line',
}

/** Statements that do not name the owner of their rows, by reason, each as often as it occurs. */
export const WITHOUT_KEY: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'the directory: they find out who it is, by an email, an account number or a secret': {
    'activity/receipts/read-receipt.ts': ['select receipts', 'select users'],
    'deposits/credit-payment.ts': ['select funding_accounts'],
    'deposits/webhooks/receive-hint.ts': ['select funding_accounts'],
    'identity/accounts/find-mailbox-owner.ts': ['select users'],
    'identity/accounts/register.ts': ['select users'],
    'identity/mfa/second-step.ts': ['select sign_ins', 'select users'],
    'identity/recovery/carry-out-recovery.ts': ['select users'],
    'identity/recovery/reset-password.ts': ['select password_resets', 'select users'],
    'identity/sessions/session.ts': ['select sessions', 'select sessions', 'update sessions'],
    'identity/sign-in/sign-in.ts': ['select devices', 'select users'],
  },
  'a browser has one subscription: that of an earlier account is removed': {
    'alerts/push/subscriptions.ts': ['delete push_subscriptions'],
  },
  'a provider names its own reference': {
    'payments/bpc/bpc-charges.ts': ['select bpc_charges', 'select funding_accounts'],
    'payments/orders/order.ts': ['select order_attempts', 'select orders'],
  },
  'operators name an account by its email, and an order, a recovery or a report by its id': {
    'identity/accounts/find-account.ts': ['select users'],
    'identity/accounts/operate-freezes.ts': ['select users'],
    'identity/recovery/operate-recoveries.ts': [
      ...['select account_recoveries', 'select account_recoveries', 'select account_recoveries'],
      ...['select account_recoveries', 'select users', 'select users', 'select users'],
      ...['update account_recoveries', 'update account_recoveries'],
    ],
    'payments/limits/customer-limits.ts': ['select users'],
    'payments/orders/ending/operate-order.ts': ['select orders'],
    'support/operate-cases.ts': ['select case_pictures'],
  },
  'the pictures of a message go by its case, as the message does': {
    'support/case-pictures.ts': ['select case_pictures', 'select case_pictures', 'select case_pictures'],
  },
  'everybody is visited, a page at a time': {
    'alerts/alert-round.ts': ['select users'],
    'identity/sessions/operate-sessions.ts': ['select sessions', 'select sessions'],
  },
  'rows sealed under former keys are re-encrypted, for everybody': {
    'alerts/push/subscriptions.ts': ['select push_subscriptions', 'update push_subscriptions'],
    'identity/mfa/authenticator.ts': ['select authenticators'],
    'payments/bpc/re-encrypt-codes.ts': ['select bpc_codes'],
    'payments/orders/sealed-delivery.ts': ['select orders'],
    'tables/bpc.ts': ['select users'],
  },
  'a balance of the house is the sum of entries in transfers of everybody': {
    'ledger/balances.ts': ['select ledger_entries', 'select ledger_entries'],
    'ledger/close-days.ts': ['select ledger_entries'],
  },
  'the key is in what is put into the text': {
    'activity/history/list-transactions.ts': ['select transactions'],
    'ledger/statement.ts': ['insert transactions'],
    'payments/orders/order.ts': ['insert orders'],
    'privacy/export-data.ts': ['select ⟨of name⟩'],
    'support/open-case.ts': ['select ⟨reporterTable by⟩'],
    'wallet/read-wallet.ts': ['select ⟨asked⟩'],
  },
}
