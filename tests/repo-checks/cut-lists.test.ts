import fs from 'node:fs'
import { expect, it } from 'vitest'
import { readFromRoot } from '#tests/support/shown-by.ts'

/*
 * A list that is cut off says so where people read it. Every server statement with a limit is listed here, with how it
 * continues: by pages, as a batch of work repeated until nothing is left, or with a sentence on a screen.
 */

/** Readers can go on to the next page. */
const PAGES = [
  'server/activity/history/list-transactions.ts',
  'server/activity/statements/list-lines.ts',
  'server/alerts/list-alerts.ts',
  'server/console/read-audit.ts',
  'server/identity/operators/waiting-requests.ts',
]
/** Not read as a list: repeated until nothing is left. */
const BATCHES = [
  'server/alerts/alert-round.ts',
  'server/alerts/push/subscriptions.ts',
  'server/controls/ledger-check/check-books.ts',
  'server/identity/mfa/authenticator.ts',
  'server/identity/sessions/operate-sessions.ts',
  'server/payments/bpc/re-encrypt-codes.ts',
  'server/payments/orders/approving/approval-facts.ts',
  'server/payments/orders/sealed-delivery.ts',
  'server/outbox/emails/queue-email.ts',
  'server/platform/jobs/queue.ts',
  'server/privacy/export-data.ts',
  'server/privacy/list-affected-users.ts',
  'server/privacy/purge-expired.ts',
]
/** The sentence that says so, and its file. */
const SENTENCES: Readonly<Record<string, readonly [file: string, sentence: string]>> = {
  'server/console/customers/customer-lines.ts': ['web/src/console/customers/customer-lines.tsx', 'are shown.'],
  'server/console/customers/search-statements.ts': [
    'web/src/console/customers/search-screen.tsx',
    'There are more results.',
  ],
  'server/console/orders/statements.ts': ['web/src/console/orders/everything-line.tsx', 'These are the newest.'],
  'server/console/reconciliation/read-runs.ts': [
    'web/src/console/reconciliation/run-screen.tsx',
    'The others are not listed',
  ],
  'server/console/today/list-today.ts': ['server/console/today/list-today.ts', ' more`, since'],
  'server/controls/ledger-check/check-coherence.ts': ['server/commands/books.ts', 'or more found'],
  'server/controls/reconciliation/list-exceptions.ts': [
    'web/src/console/reconciliation/open-differences.tsx',
    'to see others.',
  ],
  'server/deposits/read-funding-account.ts': ['web/src/deposits/arrivals.tsx', 'are shown.'],
  'server/identity/operators/list-looks.ts': [
    'web/src/identity/security-events/looks.tsx',
    'We list the last 50 reasons here',
  ],
  'server/identity/recovery/operate-recoveries.ts': ['web/src/console/accounts/accounts-screen.tsx', 'are shown.'],
  'server/identity/security-events/list-events.ts': ['web/src/identity/security-events/events.tsx', 'Show the last '],
  'server/identity/sessions/list-sessions.ts': ['web/src/identity/sessions/sessions-section.tsx', 'Show the newest '],
  'server/installation/settings/channels-in-force.ts': ['web/src/console/settings/versions-section.tsx', 'are shown'],
  'server/installation/settings/operate-bank-notices.ts': ['web/src/console/cut-note.tsx', 'are shown.'],
  'server/installation/settings/operate-pauses.ts': ['web/src/console/cut-note.tsx', 'are shown.'],
  'server/payments/limits/limits-in-force.ts': ['web/src/console/settings/versions-section.tsx', 'are shown'],
  'server/payments/prices/prices-in-force.ts': ['web/src/console/settings/versions-section.tsx', 'are shown'],
  'server/support/operate-cases.ts': ['web/src/console/cases/cases-screen.tsx', 'those that come first'],
  'server/support/read-cases.ts': ['web/src/support/case-list.tsx', 'These are your last'],
}

const limited = fs
  .globSync('server/**/*.ts')
  .filter((file) => !file.endsWith('.test.ts') && /\blimit \$(?:\d|\{)/.test(readFromRoot(file)))

it('says of every list of the server that ends early how it goes on', () => {
  expect(limited.toSorted()).toEqual([...PAGES, ...BATCHES, ...Object.keys(SENTENCES)].toSorted())
})

it.each(Object.entries(SENTENCES))('%s has its sentence', (_, [file, sentence]) => {
  expect(readFromRoot(file)).toContain(sentence)
})
