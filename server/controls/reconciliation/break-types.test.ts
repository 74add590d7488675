import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AGE_NAMES, type Age, typeOfBreak } from '#contract/console/breaks.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import type { IncomingPayment, TransferFacts } from '#server/providers/payments/payment-provider.ts'
import { startWithBuyer } from '#tests/support/buyer.ts'
import { comparing } from '#tests/support/comparing.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { exactly } from '#tests/support/exactly.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { differ } from '#tests/support/needs-two.ts'
import type { Person } from '#tests/support/person.ts'
import { countOpen, listExceptions, listLate } from './list-exceptions.ts'

describe.each(featureDatabases)('a difference with a provider on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  const { aDay, compare, lyingAbout, newestPayment, onlyOpen, open } = comparing(() => ({ jara, ada }))

  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
  })
  afterEach(() => jara.close())

  const transfer = (reference: string, change: Partial<TransferFacts>): Partial<Deps> =>
    lyingAbout.transfers((lines) => lines.map((line) => (line.reference === reference ? { ...line, ...change } : line)))
  const payments = (change: (line: IncomingPayment) => Partial<IncomingPayment>): Partial<Deps> =>
    lyingAbout.payments((lines) => lines.map((line) => ({ ...line, ...change(line) })))

  it('is of the amount, the currency, the recipient or the fee, with both sides', async () => {
    const { settled } = await aDay()
    const lies = [
      [{ amountKobo: 200_000n }, 'transfer-differs', 'amount', -201_000n],
      [{ currency: exactly('USD') }, 'currency-differs', 'amount', -151_000n],
      [{ accountNumber: exactly('0000000009') }, 'recipient-differs', 'recipient', -151_000n],
      [{ feeKobo: 51_000n }, 'fee-differs', 'fee', -201_000n],
    ] as const
    for (const [change, kindFound, type, providerKobo] of lies) {
      await compare(transfer(settled, change))
      const found = (await listExceptions(jara.database, false)).find((each) => each.reference === settled)
      expect(found).toMatchObject({ kind: kindFound, ledgerKobo: -151_000n, providerKobo })
      expect(found?.differenceKobo).toBe(providerKobo + 151_000n)
      expect(found && typeOfBreak(found)).toBe(type)
    }
  })

  it('of a deposit is of its fee or of its amount', async () => {
    await aDay()
    await compare(payments((line) => ({ feeKobo: line.feeKobo + 50_000n })))
    expect(await open()).toContain(`deposit-fee-differs ${newestPayment()} -50000`)
    await compare(payments((line) => ({ amountKobo: line.amountKobo + 50_000n })))
    expect(await open()).toContain(`deposit-differs ${newestPayment()} 50000`)
    expect(await open()).not.toContain(`deposit-fee-differs ${newestPayment()} -50000`)
  })

  it('is a duplicate when a booked reference is in the list for a second payment, and only a confirmed one counts', async () => {
    await aDay()
    const reference = newestPayment()
    const twice = lyingAbout.payments((lines) =>
      lines.flatMap((line) =>
        line.reference === reference ? [line, { ...line, providerTransactionId: exactly('77') }] : [line],
      ),
    )
    await compare(twice)
    const found = await onlyOpen()
    expect(found).toMatchObject({ kind: 'listed-twice', reference, ledgerKobo: 0n, providerKobo: 0n })
    expect(typeOfBreak(found)).toBe('duplicate')
    expect(found.detail).toContain('verification: of the other payment')
    await compare()
    expect(await open()).toEqual([])
  })

  it('is late when a later list has what an earlier one lacked, and no longer when it is missing again', async () => {
    const { settled } = await aDay()
    const without = lyingAbout.transfers((lines) => lines.filter(({ reference }) => reference !== settled))
    const late = async () =>
      (await listLate(jara.database, 'paystack', jara.clock.now())).map(({ reference }) => reference)
    await compare(without)
    expect([await late(), typeOfBreak(await onlyOpen())]).toEqual([[], 'missing-there'])
    jara.clock.advance(DAY_MS / 2)
    await compare()
    expect([await open(), await late()]).toEqual([[], [settled]])
    const ended = await listExceptions(jara.database, true, { type: 'late', now: jara.clock.now() })
    expect(ended.map(typeOfBreak)).toEqual(['late'])
    await compare(without)
    expect([await late(), typeOfBreak(await onlyOpen())]).toEqual([[], 'missing-there'])
  })

  it('that ends in another way than by a line of the list is not late', async () => {
    await aDay()
    const reference = newestPayment()
    await compare(lyingAbout.payments(() => []))
    expect(await open()).toEqual([`missing-deposit ${reference} 0`])
    await jara.sandbox.decidePayment(reference, 'reversed')
    await jara.settle()
    await compare()
    expect(await open()).toEqual([])
    expect(await listLate(jara.database, undefined, jara.clock.now())).toEqual([])
  })

  it('stays with each run as it was then', async () => {
    const { settled } = await aDay()
    const ofRuns = async () =>
      await jara.database.query(
        `select d.ledger_kobo as ledger, d.provider_kobo as provider, d.difference_kobo as difference
         from reconciliation_runs r join reconciliation_run_differences d on d.run_id = r.id
         where r.exceptions > 0 order by r.ended_at, r.id`,
      )
    await compare(transfer(settled, { feeKobo: 51_000n }))
    const first = { ledger: -151_000n, provider: -201_000n, difference: -50_000n }
    expect(await ofRuns()).toContainEqual(first)
    jara.clock.advance(1_000)
    await compare(transfer(settled, { feeKobo: 61_000n }))
    expect(await ofRuns()).toContainEqual({ ledger: -151_000n, provider: -211_000n, difference: -60_000n })
    expect(await ofRuns()).toContainEqual(first)
    const runs = await jara.database.query('select id from reconciliation_runs where exceptions = 0')
    await compare()
    expect(await jara.database.query('select id from reconciliation_runs where exceptions = 0')).toHaveLength(
      runs.length + 1,
    )
  })

  it('is as old as the full days since it was found, and each is of exactly one age', async () => {
    const { database, clock } = jara
    for (const [index, days] of [0, 1, 2, 3, 4, 7, 8, 30].entries()) {
      const number = `${70 + index}`
      await differ(jara, { number, differenceKobo: 1_000n })
      const foundAt = new Date(clock.now().getTime() - days * DAY_MS)
      await database.query('update reconciliation_exceptions set found_at = $2 where number = $1', [number, foundAt])
    }
    const of = async (age: Age) =>
      (await listExceptions(database, false, { age, now: clock.now() })).map(({ number }) => Number(number))
    expect(await Promise.all(AGE_NAMES.map(of))).toEqual([
      [70, 71],
      [72, 73],
      [74, 75],
      [76, 77],
    ])
    const counted = await countOpen(database, undefined, clock.now())
    expect(counted.map(({ days, count, sumKobo }) => [days, count, sumKobo])).toEqual([
      ...[0, 1, 2, 3, 4, 7, 8, 9].map((days) => [days, 1, 1_000n]),
    ])
    expect(await countOpen(database, 'vtpass', clock.now())).toEqual([])
    expect(await listExceptions(database, false, { type: 'fee', now: clock.now() })).toEqual([])
    expect(await listExceptions(database, false, { type: 'balance', now: clock.now() })).toHaveLength(8)
  })
})
