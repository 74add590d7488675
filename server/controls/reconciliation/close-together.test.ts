import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import { readRequest } from '#server/identity/operators/requests.ts'
import { databaseKinds } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { differ } from '#tests/support/needs-two.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import { closeTogether, requestTogether } from './close-together.ts'
import { listExceptions } from './list-exceptions.ts'
import { closeException, requestClosing } from './operate-exceptions.ts'

const EVIDENCE = 'One line of the bank of 22 November.'

describe.each(databaseKinds)('differences that are closed together on %s', (kind) => {
  let jara: TestJara
  let ada: ProvenOperator
  let bayo: ProvenOperator
  let next = 10

  beforeAll(async () => {
    jara = await startJara(kind)
    ada = await operatorNamed(jara.database, 'Ada Obi')
    bayo = await operatorNamed(jara.database, 'Bayo Ade')
  })
  afterAll(() => jara.close())
  beforeEach(async () => {
    await jara.database.query(
      `insert into provider_opening_balances (provider, own_kobo, set_at) values ('paystack', 100000, $1)
       on conflict (provider) do update set own_kobo = 100000`,
      [jara.clock.now()],
    )
  })

  /** Opens differences of these amounts and returns their numbers. */
  async function found(...amounts: readonly bigint[]): Promise<string[]> {
    const numbers = amounts.map(() => `${next++}`)
    for (const [index, number] of numbers.entries())
      await differ(jara, { number, differenceKobo: amounts[index] ?? 0n })
    return numbers
  }

  async function ask(numbers: readonly string[], evidence = EVIDENCE) {
    const of = { uncheckedNumbers: numbers, uncheckedEvidence: evidence, by: ada }
    return await readRequest(jara.deps, await requestTogether(jara.deps, of), ['close-differences'])
  }

  async function closeAlone(number: string): Promise<void> {
    const of = { uncheckedNumber: number, uncheckedEvidence: EVIDENCE, uncheckedReference: '', by: ada }
    const request = await readRequest(jara.deps, await requestClosing(jara.deps, of), ['close-difference'])
    await closeException(jara.deps, { request, by: bayo })
  }

  async function open(numbers: readonly string[]): Promise<string[]> {
    const all = (await listExceptions(jara.database, false)).map(({ number }) => `${number}`)
    return all.filter((number) => numbers.includes(number))
  }

  async function ownKobo(): Promise<bigint | undefined> {
    const [row] = await jara.database.query<{ own: bigint }>(
      `select own_kobo as own from provider_opening_balances where provider = 'paystack'`,
    )
    return row?.own
  }

  it('are all closed by two people with one evidence, once, and their sum is our own', async () => {
    const numbers = await found(30_000n, 20_000n, -5_000n)
    const request = await ask(numbers.toReversed())
    expect([request.subject, request.content.sumKobo]).toEqual([numbers.join(','), '45000'])
    await expect(closeTogether(jara.deps, { request, by: ada })).rejects.toThrow('two different people')
    expect(await open(numbers)).toEqual(numbers)
    await closeTogether(jara.deps, { request, by: bayo })
    expect([await open(numbers), await ownKobo()]).toEqual([[], 145_000n])
    await expect(closeTogether(jara.deps, { request, by: bayo })).rejects.toThrow('confirmed already')
    expect(await ownKobo()).toBe(145_000n)
    const rows = await jara.database.query(
      `select distinct evidence, closed_by as asked, confirmed_by as confirmed from reconciliation_exceptions
       where number = any($1::bigint[])`,
      [numbers],
    )
    expect(rows).toEqual([{ evidence: EVIDENCE, asked: 'Ada Obi', confirmed: 'Bayo Ade' }])
  })

  it('that cancel each other leave our own money as it was', async () => {
    const numbers = await found(50_000n, -50_000n)
    await closeTogether(jara.deps, { request: await ask(numbers), by: bayo })
    expect([await open(numbers), await ownKobo()]).toEqual([[], 100_000n])
  })

  it('stay open, all of them, when one was closed or changed meanwhile', async () => {
    const [one = '', two = '', three = ''] = await found(10_000n, 20_000n, 30_000n)
    const request = await ask([one, two])
    await jara.database.query('update reconciliation_exceptions set difference_kobo = 20001 where number = $1', [two])
    await expect(closeTogether(jara.deps, { request, by: bayo })).rejects.toThrow(`${two} has changed in the meantime`)
    await jara.database.query('update reconciliation_exceptions set difference_kobo = 20000 where number = $1', [two])
    await closeAlone(one)
    await expect(closeTogether(jara.deps, { request, by: bayo })).rejects.toThrow(`${one} is closed already`)
    expect([await open([one, two, three]), await ownKobo()]).toEqual([[two, three], 110_000n])
  })

  it('are refused with a sentence when they do not belong together or cannot be closed', async () => {
    const [one = '', two = '', other = '', unknown = '', maybe = ''] = await found(1n, 2n, 3n, 4n, 5n)
    const change = async (number: string, set: string) =>
      await jara.database.query(`update reconciliation_exceptions set ${set} where number = $1`, [number])
    await change(other, "provider = 'vtpass'")
    await change(unknown, 'difference_kobo = null')
    await change(maybe, "kind = 'maybe-sent'")
    const many = Array.from({ length: 11 }, (_, index) => `${900 + index}`)
    const refused: [string[], string][] = [
      [[], 'at least two'],
      [[one], 'at least two'],
      [[one, one], 'at least two'],
      [many, 'at most 10'],
      [[one, other], 'of different providers'],
      [[one, unknown], `what ${unknown} comes to is not known yet`],
      [[one, maybe], `close ${maybe} alone`],
      [[one, '99999'], 'no open difference 99999'],
      [[one, "1' or true"], 'no open difference'],
    ]
    for (const [numbers, sentence] of refused) await expect(ask(numbers), sentence).rejects.toThrow(sentence)
    await expect(ask([one, two], ' . ')).rejects.toThrow('what proves')
    const support = await operatorNamed(jara.database, 'Sade Support', 'support')
    const asked = { uncheckedNumbers: [one, two], uncheckedEvidence: EVIDENCE, by: support }
    await expect(requestTogether(jara.deps, asked)).rejects.toThrow(/role/)
  })

  it('stay open when it would post something else than was shown', async () => {
    const numbers = await found(7_000n, 8_000n)
    const request = await ask(numbers)
    const shown = { provider: 'paystack', beforeKobo: 100_000n, afterKobo: 115_001n }
    await expect(closeTogether(jara.deps, { request, by: bayo, shown })).rejects.toThrow('has changed since you looked')
    expect([await open(numbers), await ownKobo()]).toEqual([numbers, 100_000n])
  })

  it('cannot be closed past two people, nor one that the request does not name', async () => {
    const [one = '', two = '', three = ''] = await found(1_000n, 2_000n, 3_000n)
    await closeTogether(jara.deps, { request: await ask([one, two]), by: bayo })
    const [row] = await jara.database.query<{ at: Date }>(
      'select closed_at as at from reconciliation_exceptions where number = $1',
      [one],
    )
    const closing = jara.database.query(
      `update reconciliation_exceptions set closed_at = $2, evidence = $3, closed_by = 'Ada Obi', confirmed_by = 'Bayo Ade'
       where number = $1`,
      [three, row?.at, EVIDENCE],
    )
    await expect(closing).rejects.toThrow('what two operators agreed to')
    expect(await open([three])).toEqual([three])
  })
})
