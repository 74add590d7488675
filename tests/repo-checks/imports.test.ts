import { describe, expect, it } from 'vitest'
import { findViolations } from '../../scripts/lib/import-rules.ts'
import { importsIn } from '../../scripts/lib/read-imports.ts'

const check = (files: Record<string, string>) => findViolations(new Map(Object.entries(files)))
const importing = (specifier: string) => `import { something } from '${specifier}'\n`

describe('refuses', () => {
  it.each([
    ['the ledger knowing orders', 'server/ledger/post.ts', '#server/payments/orders/order.ts'],
    ['the ledger knowing a provider', 'server/ledger/post.ts', '#server/providers/payments/payment-provider.ts'],
    ['a provider knowing a payment', 'server/providers/payments/paystack/adapter.ts', '#server/payments/bpc/code.ts'],
    [
      'an account knowing a payment',
      'server/identity/accounts/register.ts',
      '#server/payments/orders/approving/accept-orders.ts',
    ],
    ['platform knowing an alarm', 'server/platform/jobs/worker.ts', '#server/outbox/alarms/raise-alarm.ts'],
    ['an alarm knowing an order', 'server/outbox/alarms/raise-alarm.ts', '#server/payments/orders/order.ts'],
    ['the database knowing the ledger', 'server/platform/db/open.ts', '#server/ledger/post.ts'],
    ['a room knowing the app', 'server/wallet/routes.ts', '#server/app.ts'],
    ['a room knowing its neighbour', 'server/wallet/read-wallet.ts', '#server/selling/customers.ts'],
    ['anybody starting main', 'server/app.ts', './main.ts'],
    ['the server knowing the sandbox', 'server/app.ts', '#sandbox/world.ts'],
    ['the server knowing its tests', 'server/app.ts', '#tests/support/clock.ts'],
    ['the sandbox knowing the server', 'sandbox/world.ts', '#server/platform/errors.ts'],
    ['the audit sharing the server’s code', 'audit/checks.ts', '#server/ledger/balances.ts'],
    ['the audit sharing the contract', 'audit/checks.ts', '#contract/money.ts'],
    ['the web knowing the server', 'web/src/app/pages.ts', '#server/platform/errors.ts'],
    ['the contract knowing the server', 'contract/money.ts', '#server/platform/errors.ts'],
    ['a package in the contract', 'contract/money.ts', 'fastify'],
    ['a driver outside of server/platform/db', 'server/ledger/post.ts', 'pg'],
    ['a driver by one of its parts', 'server/payments/orders/proving/order-worker.ts', '@electric-sql/pglite/nodefs'],
    ['a folder that is no room', 'server/misc/helpers.ts', '#server/platform/errors.ts'],
    ['another folder by its way from here', 'server/ledger/post.ts', '../platform/db/rows.ts'],
    ['a widget knowing a screen', 'web/src/ui/button.tsx', '#web/home/dashboard-page.tsx'],
    ['a screen knowing its neighbour', 'web/src/selling/sell-page.tsx', '#web/support/case-page.tsx'],
  ])('%s', (_, file, specifier) => {
    expect(check({ [file]: importing(specifier) })).toHaveLength(1)
  })

  it.each([
    "sql.query('insert into ledger_entries (amount) values (1)')",
    'sql.query(`\n  UPDATE ledger_accounts\n  set balance = 0`)',
    "sql.query('delete   from ledger_transfers')",
    "sql.query('truncate table ledger_entries')",
    "sql.query('select ledger_post($1)')",
    "sql.query('select * from ledger_post_together($1)')",
  ])('writing the ledger around its one writer: %s', (text) => {
    expect(check({ 'server/wallet/cheat.ts': text })).toHaveLength(1)
  })

  it.each([
    ['the provider for what is new, for an order', "providerForNew(deps, 'payments').sendTransfer(order)"],
    ['it under another name', "const { providerForNew: mine } = await import('#server/providers/registry.ts')"],
    ['one of all providers', "everyProvider(deps, 'bills')[0]?.buy(order)"],
    ['an adapter itself', "import { paystackPayments } from '#server/providers/payments/paystack/adapter.ts'"],
    ['a registry of its own', 'configureProviders({ payments: [mine], bills: [] })'],
  ])('something that exists reaching %s', (_, text) => {
    expect(check({ 'server/payments/kinds/withdrawal/withdrawal-executor.ts': text })).toHaveLength(1)
  })

  it.each(['enqueue', 'type DueJob', 'type Claim, takeOver'])('a job of a kind that nobody checks: %s', (names) => {
    const text = `import { ${names} } from '#server/platform/jobs/queue.ts'`
    expect(check({ 'server/wallet/open-wallet.ts': text })).toEqual([expect.stringContaining('server/outbox/jobs/')])
  })

  it('zod in the browser through a value of the contract', () => {
    const files = {
      'contract/wallet.ts': "import { z } from 'zod'\nexport const wallet = z.object({})",
      'web/src/page.tsx': "import { wallet } from '#contract/wallet.ts'",
    }
    expect(check(files)).toEqual([expect.stringContaining('brings zod into the browser')])
  })

  it('files that import each other in a circle', () => {
    const files = { 'server/ledger/a.ts': importing('./b.ts'), 'server/ledger/b.ts': importing('./a.ts') }
    expect(check(files)).toEqual([expect.stringContaining('in a circle: server/ledger/a.ts → server/ledger/b.ts')])
  })
})

describe('allows', () => {
  it.each([
    ['a room the ledger', 'server/wallet/read-wallet.ts', '#server/ledger/balances.ts'],
    ['a room whatever lies below it', 'server/wallet/routes.ts', '#server/identity/sessions/session.ts'],
    ['the app its rooms', 'server/app.ts', '#server/wallet/routes.ts'],
    ['everybody the contract', 'sandbox/world.ts', '#contract/money.ts'],
    ['the audit a driver of its own', 'audit/open.ts', 'pg'],
    ['tests everything', 'server/ledger/post.test.ts', '../orders/order.ts'],
  ])('%s', (_, file, specifier) => {
    expect(check({ [file]: importing(specifier) })).toEqual([])
  })

  it('everybody the types of what a use case is given, and the browser types of the contract', () => {
    expect(
      check({
        'contract/wallet.ts': "import { z } from 'zod'",
        'web/src/page.tsx': "import type { Wallet } from '#contract/wallet.ts'",
        'server/ledger/debt.ts': "import { type Deps } from '#server/deps.ts'",
      }),
    ).toEqual([])
  })

  it('a quote the provider for what is new, and what exists the one it names', () => {
    const quote = "import { providerForNew } from '#server/providers/registry.ts'\nproviderForNew(deps, 'payments')"
    const send = "providerFor(deps, 'payments', order.provider).sendTransfer(order)"
    const files = {
      'server/payments/kinds/withdrawal/quote-withdrawal.ts': quote,
      'server/payments/kinds/withdrawal/withdrawal-executor.ts': send,
      'server/providers/payments/paystack/adapter.ts': importing('./transfers.ts'),
    }
    expect(check(files)).toEqual([])
  })

  it('the ledger’s own writer and migrations', () => {
    expect(
      check({
        'server/ledger/post.ts': "sql.query('select * from ledger_post($1)')",
        'server/migrations/0003_ledger_post.sql': 'insert into ledger_entries values (1)',
      }),
    ).toEqual([])
  })
})

describe('reads', () => {
  it('imports over several lines, exports from elsewhere, bare and dynamic ones', () => {
    const source = [
      'import {\n  one,\n  type Two,\n} from "./several-lines.ts"',
      "export { three } from './exported.ts'",
      "export type * from './types.ts'",
      "import './bare.ts'",
      "const page = lazy(() => import('./dynamic.ts'))",
    ].join('\n')
    expect(importsIn(source)).toEqual([
      { specifier: './several-lines.ts', typeOnly: false },
      { specifier: './exported.ts', typeOnly: false },
      { specifier: './types.ts', typeOnly: true },
      { specifier: './bare.ts', typeOnly: false },
      { specifier: './dynamic.ts', typeOnly: false },
    ])
  })
})
