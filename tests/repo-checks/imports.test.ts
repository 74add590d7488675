import { describe, expect, it } from 'vitest'
import { findViolations } from '../../scripts/lib/import-rules.ts'
import { importsIn } from '../../scripts/lib/read-imports.ts'

const check = (files: Record<string, string>) => findViolations(new Map(Object.entries(files)))
const importing = (specifier: string) => `import { something } from '${specifier}'\n`

describe('refuses', () => {
  it.each([
    ['the ledger knowing orders', 'server/ledger/post.ts', '../orders/order.ts'],
    ['the ledger knowing a provider', 'server/ledger/post.ts', '../providers/payments.ts'],
    ['a provider knowing a feature', 'server/providers/paystack/adapter.ts', '#server/features/bpc/code.ts'],
    ['orders knowing a feature', 'server/orders/approve.ts', '../features/devices/check-approval.ts'],
    ['the database knowing the ledger', 'server/db/open.ts', '../ledger/post.ts'],
    ['a feature knowing the app', 'server/features/wallet/routes.ts', '../../app.ts'],
    ['a feature reaching into another', 'server/features/wallet/read-wallet.ts', '../bpc/code.ts'],
    ['anybody starting main', 'server/app.ts', './main.ts'],
    ['the server knowing the sandbox', 'server/app.ts', '#sandbox/world.ts'],
    ['the server knowing its tests', 'server/app.ts', '#tests/support/clock.ts'],
    ['the sandbox knowing the server', 'sandbox/world.ts', '#server/errors.ts'],
    ['the audit sharing the server’s code', 'audit/checks.ts', '#server/ledger/balances.ts'],
    ['the audit sharing the contract', 'audit/checks.ts', '#contract/money.ts'],
    ['the web knowing the server', 'web/src/app/pages.ts', '../../../server/errors.ts'],
    ['the contract knowing the server', 'contract/money.ts', '#server/errors.ts'],
    ['a package in the contract', 'contract/money.ts', 'fastify'],
    ['a driver outside of server/db', 'server/ledger/post.ts', 'pg'],
    ['a driver by one of its parts', 'server/orders/work.ts', '@electric-sql/pglite/nodefs'],
    ['a folder that is in no layer', 'server/misc/helpers.ts', '../errors.ts'],
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
    expect(check({ 'server/features/wallet/cheat.ts': text })).toHaveLength(1)
  })

  it.each([
    ['the provider for what is new, for an order', "providerForNew(deps, 'payments').sendTransfer(order)"],
    ['it under another name', "const { providerForNew: mine } = await import('#server/providers/registry.ts')"],
    ['one of all providers', "everyProvider(deps, 'bills')[0]?.buy(order)"],
    ['an adapter itself', "import { paystackPayments } from '#server/providers/paystack/adapter.ts'"],
    ['a registry of its own', 'configureProviders({ payments: [mine], bills: [] })'],
  ])('something that exists reaching %s', (_, text) => {
    expect(check({ 'server/orders/kinds/withdrawal-carrier.ts': text })).toHaveLength(1)
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
    ['a feature the ledger', 'server/features/wallet/read-wallet.ts', '../../ledger/balances.ts'],
    ['a feature what another one offers', 'server/features/wallet/routes.ts', '../accounts/session.ts'],
    ['the app its features', 'server/app.ts', './features/wallet/routes.ts'],
    ['everybody the contract', 'sandbox/world.ts', '#contract/money.ts'],
    ['the audit a driver of its own', 'audit/open.ts', 'pg'],
    ['tests everything', 'server/ledger/post.test.ts', '../orders/order.ts'],
  ])('%s', (_, file, specifier) => {
    expect(check({ [file]: importing(specifier) })).toEqual([])
  })

  it('a feature the type of the app, and the browser types of the contract', () => {
    expect(
      check({
        'contract/wallet.ts': "import { z } from 'zod'",
        'web/src/page.tsx': "import type { Wallet } from '#contract/wallet.ts'",
        'server/features/wallet/routes.ts': "import { type App } from '../../app.ts'",
      }),
    ).toEqual([])
  })

  it('a quote the provider for what is new, and what exists the one it names', () => {
    const quote = "import { providerForNew } from '../../providers/registry.ts'\nproviderForNew(deps, 'payments')"
    const send = "providerFor(deps, 'payments', order.provider).sendTransfer(order)"
    const files = {
      'server/features/orders/quote-withdrawal.ts': quote,
      'server/orders/kinds/withdrawal-carrier.ts': send,
      'server/providers/paystack/adapter.ts': importing('./transfers.ts'),
    }
    expect(check(files)).toEqual([])
  })

  it('the ledger’s own writer and migrations', () => {
    expect(
      check({
        'server/ledger/post.ts': "sql.query('select * from ledger_post($1)')",
        'server/migrations/0001_ledger.sql': 'insert into ledger_entries values (1)',
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
