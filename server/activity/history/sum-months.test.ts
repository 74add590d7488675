import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MonthsAnswer } from '#contract/transactions.ts'
import { type BusyMonths, busyMonths } from '#tests/support/busy-months.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { Refusal } from '#tests/support/person.ts'

/**
 * The change of all of a user's own accounts in a Lagos month, kobo, from the ledger alone and without the chart's
 * code.
 */
const CHANGE = `select coalesce(sum(amount), 0)::bigint as change from ledger_entries
  where user_id = $1 and seq is not null and to_char(posted_at at time zone 'Africa/Lagos', 'YYYY-MM') = $2`

describe.each(featureDatabases)('money in and out by month on %s', (kind) => {
  let busy: BusyMonths
  let months: MonthsAnswer['months']

  beforeAll(async () => {
    busy = await busyMonths(kind)
    months = await read(12)
  })
  afterAll(async () => {
    await busy.jara.close()
  })

  async function read(count: number): Promise<MonthsAnswer['months']> {
    const { status, body } = await busy.ada.call<MonthsAnswer>('GET', `/api/transactions/months?months=${count}`)
    expect(status).toBe(200)
    return body.months
  }

  it('names the last months without a gap, oldest first', () => {
    expect(months.map(({ month }) => month)).toEqual([
      ...['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'].map((each) => `2026-${each}`),
    ])
    expect(months[0]).toEqual({ month: '2026-01', inKobo: '0', outKobo: '0' })
  })

  it('adds up over all months to what is available and what is held', async () => {
    const { availableKobo, heldKobo } = await busy.ada.wallet()
    const sum = months.reduce((total, { inKobo, outKobo }) => total + BigInt(inKobo) - BigInt(outKobo), 0n)
    expect(heldKobo).not.toBe('0')
    expect(sum).toBe(BigInt(availableKobo) + BigInt(heldKobo))
  })

  it('makes each month the change of the ledger in it', async () => {
    for (const { month, inKobo, outKobo } of months) {
      const [row] = await busy.jara.database.query<{ change: bigint }>(CHANGE, [busy.ada.id, month])
      expect({ month, change: BigInt(inKobo) - BigInt(outKobo) }).toEqual({ month, change: row?.change })
    }
  })

  it('counts a payment in the month it was proved, and one that failed, its refund and one on its way never', () => {
    // In: grant, deposit, the two transfers for a BPC. Out: transfer, airtime, the two BPCs, electricity (with a BPC held:
    // no fee, 1 % off).
    expect(months.at(-2)).toEqual({
      month: '2026-11',
      inKobo: String(20_000_000 + 2_500_050 + 660_000 + 650_000),
      outKobo: String(1_007_500 + 99_000 + 650_000 + 650_000 + 198_000),
    })
    // In: what came back, the returned BPC. Out: what was approved in November, what came back, the BPC, the late
    // airtime.
    expect(months.at(-1)).toEqual({
      month: '2026-12',
      inKobo: String(1_505_000 + 650_000),
      outKobo: String(3_005_000 + 1_505_000 + 650_000 + 195_000),
    })
  })

  it('answers as many months as are asked for, from 1 to 12, six by default', async () => {
    expect(await read(1)).toEqual(months.slice(-1))
    const { body } = await busy.ada.call<MonthsAnswer>('GET', '/api/transactions/months')
    expect(body.months).toEqual(months.slice(-6))
    for (const wrong of ['0', '13', '-1', '1.5', 'all', '']) {
      const answer = await busy.ada.call<Refusal>('GET', `/api/transactions/months?months=${wrong}`)
      expect([wrong, answer.status, answer.body.error.code]).toEqual([wrong, 400, 'request.invalid'])
    }
  })

  it('shows nobody the money of anybody else', async () => {
    const bola = await busy.jara.person('Bola Ahmed')
    const { body } = await bola.call<MonthsAnswer>('GET', '/api/transactions/months?months=2')
    expect(body.months.map(({ inKobo, outKobo }) => [inKobo, outKobo])).toEqual([
      ['0', '0'],
      ['20000000', '0'],
    ])
    const stranger = await fetch(`${busy.jara.url}/api/transactions/months`)
    expect(stranger.status).toBe(401)
  })
})
