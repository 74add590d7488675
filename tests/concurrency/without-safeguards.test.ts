import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { account } from '#server/ledger/accounts.ts'
import { postTransfer } from '#server/ledger/post.ts'
import { acceptOrder } from '#server/payments/orders/approving/accept-orders.ts'
import type { Database, SqlError, Transaction } from '#server/platform/db/database.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { copiesOf } from '#tests/support/approvals.ts'
import { auditBooks } from '#tests/support/books.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { PATIENT_TIMEOUT_MS, startJara } from '#tests/support/jara.ts'
import { move, type TestLedger, testLedger } from '#tests/support/ledger.ts'
import { findQuotes } from '#tests/support/quotes.ts'

/*
 * What each safeguard is for: the same code without it fails at the worst moment. If a claim here no longer held, the
 * race tests could not fail either.
 */

const onPostgres = databaseKinds.includes('postgres')

describe.runIf(onPostgres)('a post of the whole balance beside another that is not committed', () => {
  let fresh: FreshDatabase
  let database: Database
  let another: Database
  let ledger: TestLedger
  let user: UserId
  beforeEach(async () => {
    fresh = await freshDatabase('postgres')
    database = fresh.database
    another = await openPostgres({ url: fresh.url ?? '', poolMax: 1 })
    ledger = testLedger(database)
    user = await ledger.userWith(5_000)
  })
  afterEach(async () => {
    await another.close()
    await fresh.drop()
  })

  async function changeFunction(from: string, to: string): Promise<void> {
    const [row] = await database.query<{ text: string }>("select pg_get_functiondef('ledger_post'::regproc) as text")
    const text = row?.text ?? ''
    expect(text.split(from)).toHaveLength(2)
    await database.exec(text.replace(from, to))
  }
  const withoutLock = () => changeFunction('a.id = v_names[i] for update;', 'a.id = v_names[i];')
  const withoutLook = () => changeFunction('(v_rules[i] = 1 and v_balances[i] < 0) or ', '')

  async function post(tx: Transaction): Promise<void> {
    const id = ledger.newId('trf')
    const movements = [move(account.available(user), account.providerFloat('paystack'), 5_000)]
    const about = { id, userId: user, kind: 'deposit', key: id, subjectId: null, at: ledger.clock.now() } as const
    await postTransfer(tx, { ...about, movements })
  }

  /** The outcome of the second post, which begins while the first is written but not committed. */
  async function race(): Promise<string> {
    let outcome: string | undefined
    let second: Promise<void> = Promise.resolve()
    await database.transaction(async (first) => {
      await post(first)
      // Uses another handle: a transaction must not wait for another one of its own handle.
      second = another.transaction(post).then(
        () => {
          outcome = 'posted'
        },
        (error: SqlError) => {
          outcome = error.constraint ?? error.code ?? error.message
        },
      )
      while (outcome === undefined && !(await somebodyWaits(first))) await sleep(5)
    })
    await second
    return outcome ?? 'nothing'
  }
  const findings = async () => (await auditBooks(database, 'ledger')).map((each) => each.invariant)

  it('waits for it and is refused', async () => {
    expect(await race()).toBe('funds.insufficient')
    expect(await ledger.available(user)).toBe(0n)
    expect(await findings()).toEqual([])
  })

  it('is stopped, without the lock, by the number of its entry, as an error that nobody expects', async () => {
    await withoutLock()
    expect(await race()).toBe('ledger_entries_of_account')
    expect(await findings()).toEqual([])
  })

  it('spends the money again without the lock and the unique index, and the audit finds it', async () => {
    await withoutLock()
    await database.exec('drop index ledger_entries_of_account')
    expect(await race()).toBe('posted')
    expect(await findings()).toEqual(expect.arrayContaining(['I2', 'I8']))
  })

  it('is stopped by the CHECK when nobody looks at the balance', async () => {
    await withoutLook()
    expect(await race()).toBe('ledger_accounts_sign')
    expect(await findings()).toEqual([])
  })

  it('leaves less than nothing when nobody looks and there is no CHECK, and the audit finds it', async () => {
    await withoutLook()
    await database.exec('alter table ledger_accounts drop constraint ledger_accounts_sign')
    expect(await race()).toBe('posted')
    expect(await ledger.available(user)).toBe(-5_000n)
    expect(await findings()).toEqual(expect.arrayContaining(['I3', 'I8']))
  })
})

describe.runIf(onPostgres)('of two approvals of all that the daily limit leaves', () => {
  it.each([
    { safeguard: 'with the lock on the money', accepted: 1 },
    { safeguard: 'without it', accepted: 2 },
  ])('$safeguard: $accepted accepted', async ({ accepted }) => {
    const jara = await startJara('postgres', { providerTimeoutMs: PATIENT_TIMEOUT_MS })
    const ada = await jara.person()
    const { account: own } = (await ada.call<{ account: { accountNumber: string } }>('GET', '/api/funding-account'))
      .body
    await jara.sandbox.payIn({ accountNumber: own.accountNumber, amountKobo: '900000000' })
    await jara.settle()
    const evidence = { deviceId: ada.deviceId, challenge: '', signature: '' }
    const quotes = [await ada.quote(50_000_000n), await ada.quote(50_000_000n)]
    const meet = unlocked(jara.database, quotes.length, SPENT_TODAY)
    // Two processes, because within one process one person's approvals never share a batch.
    const process = (): Deps => (accepted === 1 ? jara.deps : { ...jara.deps, database: meet() })
    const answers = await Promise.allSettled(
      quotes.map(async ({ id }) => {
        const [quote] = await findQuotes(jara.database, [{ userId: ada.id, id }])
        if (quote === undefined) throw new Error('no quote')
        return await acceptOrder(process(), quote, { evidence, pin: null })
      }),
    )
    expect(answers.filter((each) => each.status === 'fulfilled')).toHaveLength(accepted)
    await jara.close()
  })
})

describe.runIf(onPostgres)('a purchase by bank transfer of somebody who never had money', () => {
  it('is one order, although there is no account to lock, and no fourth waits beside three', async () => {
    const jara = await startJara('postgres', { providerTimeoutMs: PATIENT_TIMEOUT_MS })
    const ada = await jara.person()
    const quote = await ada.quoteOf({ kind: 'bpc', fullName: 'Ada Obi', email: ada.email, payWith: 'transfer' })
    const quotes = [quote, quote, ...(await copiesOf(jara, quote, 4))]
    const deps: Deps = { ...jara.deps, database: unlocked(jara.database, quotes.length, LOCK)() }
    const answers = await Promise.allSettled(
      quotes.map(async ({ id }) => {
        const [row] = await findQuotes(jara.database, [{ userId: ada.id, id }])
        if (row === undefined) throw new Error('no quote')
        return (await acceptOrder(deps, row, { evidence: null, pin: null })).order.id
      }),
    )
    const refused = answers.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
    expect(new Set(refused)).toEqual(new Set(['bpc.too-many-open']))
    expect(await jara.database.query('select 1 from orders')).toHaveLength(3)
    await jara.close()
  })
})

/** The lock on the money, and an approval's last read before deciding about the daily limit. */
const LOCK = /from ledger_accounts.*for update/s
const SPENT_TODAY = /from orders.* lagos_day >= /s

/** Databases without the lock on the money. No party continues until all have made one statement. */
function unlocked(database: Database, parties: number, meetAfter: RegExp): () => Database {
  let arrived = 0
  const all = Promise.withResolvers<void>()
  return () => ({
    ...database,
    transaction: (work) =>
      database.transaction((tx) =>
        work({
          ...tx,
          async query<Row>(text: string, params?: readonly unknown[]) {
            if (arrived === parties) return await tx.query<Row>(text, params)
            const rows = await tx.query<Row>(LOCK.test(text) ? text.replace('for update', '') : text, params)
            if (!meetAfter.test(text)) return rows
            if (++arrived === parties) all.resolve()
            await all.promise
            return rows
          },
        }),
      ),
  })
}

async function somebodyWaits(tx: Transaction): Promise<boolean> {
  await tx.query('select pg_stat_clear_snapshot()')
  const waiting = await tx.query(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return waiting.length > 0
}
