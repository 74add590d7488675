import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'
import type { UnreadablePayment } from '#server/providers/answer.ts'
import type { ForeignLine } from '#server/providers/payments/payment-provider.ts'
import { startWithBuyer } from '#tests/support/buyer.ts'
import { comparing } from '#tests/support/comparing.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { exactly } from '#tests/support/exactly.ts'
import type { TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'
import { bending } from '#tests/support/providers.ts'

const DAY_MS = 24 * 60 * 60_000

describe.each(featureDatabases)('lines of a list that cannot be ours on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  const { aDay, close, compare, onlyOpen, open } = comparing(() => ({ jara, ada }))

  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
  })
  afterEach(() => jara.close())

  const newest = () => [...jara.world.state.dashboardTransfers.values()].at(-1)
  const own = () =>
    jara.database.query("select own_kobo as own from provider_opening_balances where provider = 'paystack'")
  const alarms = () => jara.database.query("select 1 from alarms where kind = 'reconciliation-exception'")

  it('a transfer made in the dashboard is set aside and named, and everything else is compared', async () => {
    await aDay()
    await compare()
    await jara.sandbox.payOutByHand({ amount: '4400' })
    const report = await compare()
    expect(report).toMatchObject({ gaps: [], exceptions: 1, fresh: 1 })
    expect(report.setAside).toEqual({
      count: 1,
      sums: ['-₦44.00'],
      lines: [`paystack ${newest()?.code}: -₦44.00, success`],
    })
    expect(await open()).toEqual([`not-ours transfer:${newest()?.code} -4400`])
    expect(await alarms()).toHaveLength(1)
  })

  it('it explains the balance until two people close it as money of our own, and is no difference any more then', async () => {
    await aDay()
    const [before] = await own()
    await jara.sandbox.payOutByHand({ amount: '4400' })
    for (let run = 0; run < 3; run++) expect(await compare()).toMatchObject({ exceptions: 1, gaps: [] })
    await close(await onlyOpen())
    expect(await own()).toEqual([{ own: ((before as { own: bigint } | undefined)?.own ?? 0n) - 4_400n }])
    expect(await compare()).toMatchObject({ exceptions: 0, fresh: 0, setAside: { count: 1 }, gaps: [] })
    expect(await open()).toEqual([])
  })

  it('it still explains the balance when it is older than the list', async () => {
    await aDay()
    await jara.sandbox.payOutByHand({ amount: '4400' })
    await compare()
    jara.clock.advance(20 * DAY_MS)
    await ada.unlock()
    expect(await compare()).toMatchObject({ exceptions: 1, setAside: { count: 0 }, gaps: [] })
    expect(await open()).toEqual([`not-ours transfer:${newest()?.code} -4400`])
  })

  it('one that comes back differs by nothing any more, and stays for people', async () => {
    await aDay()
    await jara.sandbox.payOutByHand({ amount: '4400' })
    await compare()
    const made = newest()
    if (made === undefined) throw new Error('nothing was made')
    jara.world.record([{ type: 'dashboard.saved', transfer: { ...made, status: 'reversed' } }])
    expect(await compare()).toMatchObject({ exceptions: 1, setAside: { count: 1, sums: ['+₦0.00'] }, gaps: [] })
    expect(await open()).toEqual([`not-ours transfer:${newest()?.code} 0`])
  })

  it('one with a reference that is not of our form is asked about by it, in the list and after', async () => {
    await aDay()
    await jara.sandbox.payOutByHand({ amount: '4400', reference: 'salaries-november-2026' })
    await compare()
    expect(await open()).toEqual(['not-ours salaries-november-2026 -4400'])
    jara.clock.advance(20 * DAY_MS)
    const made = newest()
    if (made === undefined) throw new Error('nothing was made')
    jara.world.record([{ type: 'dashboard.saved', transfer: { ...made, status: 'reversed' } }])
    expect(await compare()).toMatchObject({ exceptions: 1, gaps: [] })
    expect(await open()).toEqual(['not-ours salaries-november-2026 0'])
  })

  it('one in another currency moves none of our naira: it is counted and shown, and differs by nothing', async () => {
    await aDay()
    await jara.sandbox.payOutByHand({ amount: '5000', currency: 'USD' })
    const report = await compare()
    expect(report).toMatchObject({ exceptions: 0, fresh: 0, gaps: [] })
    const lines = [`paystack ${newest()?.code}: -50.00 USD, success`]
    expect(report.setAside).toEqual({ count: 1, sums: ['-50.00 USD'], lines })
    expect(await open()).toEqual([])
  })

  it('the first comparison takes what is left for our own once people have said what the line is', async () => {
    const opening = jara.world.state.balanceKobo
    await jara.sandbox.payOutByHand({ amount: '4400' })
    await compare()
    expect(await own()).toEqual([])
    await close(await onlyOpen())
    await compare()
    expect(await own()).toEqual([{ own: opening - 4_400n }])
    expect(await compare()).toMatchObject({ exceptions: 0, gaps: [] })
  })

  describe('in the list of payments', () => {
    const FOREIGN = {
      id: exactly('4000000014'),
      reference: null,
      fee: 100n,
      currency: exactly('NGN'),
      word: cleanLine('success', 20),
      hasMoved: true,
    }

    /** Adds lines to the list's pages that the sandbox did not make. */
    function withMore(more: { notOurs?: ForeignLine[]; unreadable?: UnreadablePayment[] }) {
      const listPayments: typeof jara.payments.listPayments = async (of) => {
        const answer = await jara.payments.listPayments(of)
        return answer.outcome === 'succeeded' ? { ...answer, value: { ...answer.value, ...more } } : answer
      }
      return bending(jara, { payments: { listPayments } })
    }

    it('what came in by a page of the dashboard and cannot be read explains the balance with what it brought', async () => {
      await aDay()
      jara.world.state.balanceKobo += 900n
      const report = await compare(withMore({ notOurs: [{ ...FOREIGN, amount: 1_000n }] }))
      expect(report).toMatchObject({ exceptions: 1, gaps: [], setAside: { count: 1, sums: ['+₦10.00'] } })
      expect(await open()).toEqual(['not-ours payment:4000000014 900'])
    })

    it('one whose amount cannot be read leaves the balance to differ by it, which people can close', async () => {
      await aDay()
      jara.world.state.balanceKobo += 900n
      const report = await compare(withMore({ notOurs: [{ ...FOREIGN, amount: null }] }))
      expect(report.setAside.lines).toEqual(['paystack 4000000014: an amount that cannot be read, success'])
      expect(await open()).toEqual([expect.stringMatching(/^balance-differs \d+ 900$/)])
      await close(await onlyOpen())
      expect(await compare(withMore({ notOurs: [{ ...FOREIGN, amount: null }] }))).toMatchObject({ exceptions: 0 })
    })

    it('one that may be ours and cannot be read stops the comparison: nothing is missed and no balance explained', async () => {
      await aDay()
      jara.world.state.balanceKobo -= 1n
      const report = await compare(
        withMore({ unreadable: [{ key: exactly('k'), problem: cleanLine('unreadable amount', 100) }] }),
      )
      expect(report.gaps).toEqual(['paystack: the list of payments: unreadable amount'])
      expect(await open()).toEqual([])
    })
  })

  it('a run keeps how many there were and which', async () => {
    await jara.sandbox.payOutByHand({ amount: '5000', currency: 'USD' })
    await jara.sandbox.payOutByHand({ amount: '4400' })
    const { setAside } = await compare()
    const runs = await jara.database.query(
      'select not_ours as "notOurs", set_aside as "setAside" from reconciliation_runs',
    )
    expect(runs).toEqual([{ notOurs: 2, setAside: setAside.lines }])
  })
})
