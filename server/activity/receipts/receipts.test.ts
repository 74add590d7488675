import { encode } from 'uqr'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SANDBOX_BANNER } from '#contract/constants.ts'
import { ID_ALPHABET } from '#contract/ids.ts'
import { formatNaira } from '#contract/money.ts'
import { NOT_PROOF, receiptLines, STATUS_WORDS, shownValue } from '#contract/receipt-text.ts'
import type { PublicReceipt, ReceiptAddress } from '#contract/receipts.ts'
import type { Transaction, TransactionsAnswer } from '#contract/transactions.ts'
import { type BusyMonths, busyMonths } from '#tests/support/busy-months.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { readPdf } from '#tests/support/pdf-text.ts'
import type { Person, Refusal } from '#tests/support/person.ts'
import { airtime } from '#tests/support/purchases.ts'
import { readReceipt } from './read-receipt.ts'

const UNKNOWN_CODE = '0'.repeat(24)

async function historyOf(person: Person): Promise<Transaction[]> {
  return (await person.call<TransactionsAnswer>('GET', '/api/transactions?limit=50')).body.transactions
}

async function issue(person: Person, id: string): Promise<ReceiptAddress> {
  const answer = await person.call<ReceiptAddress>('POST', `/api/transactions/${id}/receipt`)
  expect([200, 201]).toContain(answer.status)
  return answer.body
}

/** Opens the receipt without a session, like someone who was sent the link. */
async function look(
  jara: TestJara,
  code: string,
): Promise<{ status: number; body: PublicReceipt & Refusal; headers: Headers }> {
  const answer = await fetch(`${jara.url}/api/receipts/${code}`)
  return { status: answer.status, body: (await answer.json()) as PublicReceipt & Refusal, headers: answer.headers }
}

describe.each(featureDatabases)('a receipt on %s', (kind) => {
  let busy: BusyMonths
  let lines: Transaction[]

  beforeAll(async () => {
    busy = await busyMonths(kind)
    lines = await historyOf(busy.ada)
  })
  afterAll(async () => {
    await busy.jara.close()
  })

  const lineWhere = (matches: (line: Transaction) => boolean): Transaction => {
    const line = lines.find(matches)
    if (line === undefined) throw new Error('no such line')
    return line
  }
  /** The content of the public answer, without the rate limit per address. */
  const receiptOf = async (line: Transaction): Promise<PublicReceipt> =>
    await readReceipt(busy.jara.deps, (await issue(busy.ada, line.id)).code)

  it('has one code, however many ask for it at once and afterwards', async () => {
    const { id } = lineWhere((line) => line.kind === 'airtime')
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => busy.ada.call<ReceiptAddress>('POST', `/api/transactions/${id}/receipt`)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(49).fill(200), 201])
    expect(new Set(answers.map(({ body }) => body.code)).size).toBe(1)
    const rows = await busy.jara.database.query('select 1 from receipts where transaction_id = $1', [id])
    expect(rows).toHaveLength(1)
  })

  it('has a code of 130 random bits in readable letters, and its page in the address', async () => {
    const codes = await Promise.all(lines.map(async ({ id }) => await issue(busy.ada, id)))
    expect(new Set(codes.map(({ code }) => code)).size).toBe(lines.length)
    for (const { code, url } of codes) {
      expect(code).toMatch(new RegExp(`^[${ID_ALPHABET}]{26}$`))
      expect(url).toBe(`${busy.jara.deps.config.publicUrl}/r/${code}`)
    }
    // The 26 characters are independent: over all codes, nearly every letter occurs in nearly every place.
    expect(new Set(codes.map(({ code }) => code.slice(0, 12))).size).toBe(lines.length)
  })

  it('is found by a code of 24 letters that was made before', async () => {
    const { id } = lineWhere(({ status }) => status === 'completed')
    const { code } = await issue(busy.ada, id)
    const older = 'k3m8xq7wz0ptk3m8xq7wz0pt'
    const rename = (to: string) =>
      busy.jara.database.query('update receipts set code = $2 where transaction_id = $1', [id, to])
    await rename(older)
    expect((await fetch(`${busy.jara.url}/api/receipts/${older}`)).status).toBe(200)
    expect((await issue(busy.ada, id)).code).toBe(older)
    await rename(code)
    expect((await fetch(`${busy.jara.url}/api/receipts/${older}`)).status).toBe(404)
  })

  it('is found however its code is typed', async () => {
    const { code } = await issue(busy.ada, lineWhere((line) => line.kind === 'deposit').id)
    const typed = code
      .toUpperCase()
      .replaceAll('0', 'O')
      .replaceAll('1', 'I')
      .replace(/(.{6})(?=.)/g, '$1-')
    expect((await look(busy.jara, typed)).body.code).toBe(code)
  })

  it('shows the world the payment with everything masked, and its current status', async () => {
    const line = lineWhere((each) => each.kind === 'withdrawal' && each.amountKobo === '-1000000')
    const { body: receipt } = await look(busy.jara, (await issue(busy.ada, line.id)).code)
    expect(receipt).toEqual({
      code: receipt.code,
      url: `${busy.jara.deps.config.publicUrl}/r/${receipt.code}`,
      mode: 'sandbox',
      brand: 'Jara',
      kind: 'withdrawal',
      title: 'Bank Transfer',
      amountKobo: '1000000',
      paidKobo: '1007500',
      status: 'completed',
      sentence: 'Paid. The bank has it.',
      from: 'A•••• O••••',
      to: expect.stringMatching(/^(\p{Lu}•{4} ?){2,4}$/u),
      place: { label: 'Account', value: '•••• 6784 · Access Bank' },
      reference: line.orderId,
      createdAt: line.createdAt,
      at: busy.jara.clock.now().toISOString(),
    })
  })

  it('names each payment’s state as it is: paid, failed, on its way, sent back, paid after all', async () => {
    const states = new Map<string, string>()
    for (const line of lines) {
      const { kind: of, status, sentence } = await receiptOf(line)
      states.set(`${of} ${line.amountKobo} ${line.status}`, `${status}: ${sentence}`)
    }
    expect(Object.fromEntries(states)).toMatchObject({
      'withdrawal -1000000 completed': 'completed: Paid. The bank has it.',
      'withdrawal -2000000 failed': 'failed: This failed. Nothing was paid out.',
      'withdrawal -700000 pending': 'pending: Not confirmed yet. It may still fail.',
      'withdrawal -1500000 reversed': 'reversed: This was paid out and came back. The recipient does not have it.',
      'refund 1505000 completed': 'completed: Money that came back to the wallet it was paid from.',
      'airtime -200000 failed': 'completed: First reported as failed, then paid after all.',
      'airtime -200000 completed': 'completed: First reported as failed, then paid after all.',
      'bpc -650000 reversed': 'reversed: The code was returned, and its price went back.',
      'deposit 2500050 completed': 'completed: This money arrived.',
    })
  })

  it('never tells a full name or number, an email, a token or who the user is', async () => {
    const [me] = await busy.jara.database.query<{ email: string }>('select email from users where id = $1', [
      busy.ada.id,
    ])
    const orders = await busy.jara.database.query<{ recipient: Record<string, string>; token: string | null }>(
      'select recipient, token from orders',
    )
    const secrets = orders.flatMap(
      ({ recipient: { accountName, accountNumber, phone, meterNumber, customerName }, token }) =>
        [accountName, accountNumber, phone, meterNumber, customerName, token].filter((each) => each != null),
    )
    expect(secrets.length).toBeGreaterThan(10)
    const words = [...secrets.flatMap((each) => [each, ...each.split(' ')]), 'Obi', 'MUSA', 'BELLO', me?.email ?? '?']
    for (const line of lines) {
      const text = JSON.stringify(await receiptOf(line))
      for (const word of [...words, busy.ada.id, 'usr_', 'dev_', 'dep_']) {
        expect(text.includes(word), `${word} in the receipt of ${line.title}`).toBe(false)
      }
    }
  })

  it('shows full names while its sender wants them', async () => {
    const line = lineWhere((each) => each.kind === 'withdrawal' && each.amountKobo === '-1000000')
    const say = async (showsNames: boolean) =>
      (await busy.ada.call<ReceiptAddress>('POST', `/api/transactions/${line.id}/receipt`, { showsNames })).body
    expect((await issue(busy.ada, line.id)).showsNames).toBe(false)
    expect((await say(true)).showsNames).toBe(true)
    expect((await issue(busy.ada, line.id)).showsNames).toBe(true)
    const { code } = await issue(busy.ada, line.id)
    const { body: receipt } = await look(busy.jara, code)
    expect(receipt).toMatchObject({
      from: 'Ada Obi',
      to: line.counterparty,
      place: { value: '•••• 6784 · Access Bank' },
    })
    const file = await fetch(`${busy.jara.url}/api/transactions/${line.id}/receipt.pdf`, {
      method: 'POST',
      headers: { cookie: busy.ada.cookie() },
    })
    expect(readPdf(new Uint8Array(await file.arrayBuffer()))[0]?.text).toContain('Ada Obi')
    await say(false)
    expect((await look(busy.jara, code)).body).toMatchObject({
      from: 'A•••• O••••',
      to: expect.stringContaining('••••'),
    })
  })

  it('never cuts the longest full name in its PDF', async () => {
    const name = 'Oluwaseunfunmi Adebayo-Ogunleye Chukwuemekalam Nwachukwu-Onyekachukwu Temitopeoluwa Babatunde-Smith'
    const person = await busy.jara.person(name)
    const { transactionId } = await person.buy(airtime())
    const path = `/api/transactions/${transactionId}/receipt`
    await person.call('POST', path, { showsNames: true })
    const file = await fetch(`${busy.jara.url}${path}.pdf`, { method: 'POST', headers: { cookie: person.cookie() } })
    const [page] = readPdf(new Uint8Array(await file.arrayBuffer()))
    for (const word of name.split(' ')) expect(page?.text).toContain(word)
  })

  it('of incoming money never shows full names', async () => {
    const deposit = lineWhere((each) => each.kind === 'deposit' && each.counterparty !== null)
    for (const line of [deposit, lineWhere((each) => each.kind === 'refund')]) {
      const path = `/api/transactions/${line.id}/receipt`
      const { body } = await busy.ada.call<ReceiptAddress>('POST', path, { showsNames: true })
      expect(body.showsNames).toBeNull()
      expect(JSON.stringify((await look(busy.jara, body.code)).body)).not.toContain('Obi')
    }
  })

  it('keeps the cost of a sale to the seller', async () => {
    const order = await busy.ada.buy({
      kind: 'airtime',
      network: 'mtn',
      phone: '08031234999',
      amountKobo: '100000',
      sale: { priceKobo: '100000' },
    })
    const { body } = await look(busy.jara, (await issue(busy.ada, order.transactionId)).code)
    expect(body).toMatchObject({ amountKobo: '100000', paidKobo: null, status: 'pending' })
    await busy.jara.pass(2_000)
    expect((await look(busy.jara, body.code)).body).toMatchObject({ paidKobo: null, status: 'completed' })
  })

  it('may be cached by nobody and found by no search, and says when it was checked', async () => {
    const { code } = await issue(busy.ada, lines[0]?.id ?? '')
    const first = await look(busy.jara, code)
    for (const { headers } of [first, await look(busy.jara, UNKNOWN_CODE)]) {
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-robots-tag')).toContain('noindex')
    }
    for (const address of [`/r/${code}`, `/r/${UNKNOWN_CODE}`, '/r/anything']) {
      const page = await fetch(busy.jara.url + address)
      expect(page.headers.get('x-robots-tag')).toContain('noindex')
    }
    busy.jara.clock.advance(1_000)
    expect((await look(busy.jara, code)).body.at > first.body.at).toBe(true)
  })

  it.each([UNKNOWN_CODE, 'x', 'o'.repeat(60), "' or 1=1 --", ' '.repeat(8)])(
    'knows none of the code %j',
    async (code) => {
      const { status, body } = await look(busy.jara, encodeURIComponent(code))
      expect([status, body.error.code]).toEqual([404, 'receipt.not-found'])
      expect(body.error.message).toContain('There is no receipt with this code here')
    },
  )

  it('is made and printed by nobody but the owner', async () => {
    const bola = await busy.jara.person('Bola Ahmed')
    const before = await busy.jara.database.query('select 1 from receipts')
    const [line] = await historyOf(bola)
    for (const id of [line?.id ?? '', 'txn_1', UNKNOWN_CODE]) {
      const [made, printed] = [
        await busy.ada.call('POST', `/api/transactions/${id}/receipt`),
        await busy.ada.call('POST', `/api/transactions/${id}/receipt.pdf`),
      ]
      expect([made.status, made.body.error.code]).toEqual([404, 'request.not-found'])
      expect([printed.status, printed.body.error.code]).toEqual([404, 'request.not-found'])
    }
    const stranger = await fetch(`${busy.jara.url}/api/transactions/${line?.id}/receipt.pdf`, { method: 'POST' })
    expect(stranger.status).toBe(401)
    const unasked = await fetch(`${busy.jara.url}/api/transactions/${line?.id}/receipt`, { method: 'POST' })
    expect(unasked.status).toBe(401)
    expect(await busy.jara.database.query('select 1 from receipts')).toHaveLength(before.length)
  })

  it('is a PDF of one page with the same facts, the QR code of its address and the practice words', async () => {
    for (const line of [
      lineWhere(({ status }) => status === 'failed'),
      lineWhere(({ status }) => status === 'completed'),
    ]) {
      const receipt = await receiptOf(line)
      const answer = await fetch(`${busy.jara.url}/api/transactions/${line.id}/receipt.pdf`, {
        method: 'POST',
        headers: { cookie: busy.ada.cookie() },
      })
      expect(answer.headers.get('content-type')).toBe('application/pdf')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('content-disposition')).toMatch(
        /^attachment; filename="jara-sandbox-receipt-2026-1\d-\d\d-\w{6}\.pdf"$/,
      )
      const pages = readPdf(new Uint8Array(await answer.arrayBuffer()))
      expect(pages).toHaveLength(1)
      const { text = '', rectangles = [] } = pages[0] ?? {}
      for (const line of receiptLines(receipt)) {
        expect(text).toContain(line.label)
        expect(text).toContain(shownValue(line))
      }
      // In groups of four, so that it can be read out.
      expect(text).toContain(receipt.reference.replaceAll(/(.{4})(?=.)/g, '$1 '))
      const faces = ['Jara', receipt.title, receipt.sentence, receipt.url, NOT_PROOF, STATUS_WORDS[receipt.status]]
      for (const face of [...faces, formatNaira(BigInt(receipt.amountKobo))]) expect(text).toContain(face)
      expect(text.split(SANDBOX_BANNER).length).toBeGreaterThan(20)
      expect(squaresOf(rectangles)).toEqual(encode(receipt.url, { ecc: 'M', border: 0 }).data)
    }
  })
})

/** The dark squares of a QR code by row and column, from the rectangles that were drawn. */
function squaresOf(rectangles: readonly (readonly [number, number, number, number])[]): boolean[][] {
  const side = Math.min(...rectangles.map(([, , width]) => width))
  const squares = rectangles.filter(([, , width, height]) => width === side && height === side)
  const [left, top] = [Math.min(...squares.map(([x]) => x)), Math.min(...squares.map(([, y]) => y))]
  const size = Math.max(...squares.map(([x]) => (x - left) / side)) + 1
  const rows = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  for (const [x, y] of squares) rows[(y - top) / side]?.splice((x - left) / side, 1, true)
  return rows
}

describe('receipts that are guessed at', () => {
  let jara: TestJara
  beforeAll(async () => {
    jara = await startJara('pglite')
  })
  afterAll(async () => {
    await jara.close()
  })

  it('are refused after 60 looks a minute from one address, with the time to wait, and nothing else is', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 61; count++) statuses.push((await look(jara, UNKNOWN_CODE)).status)
    expect(statuses).toEqual([...Array(60).fill(404), 429])
    const { body, headers } = await look(jara, UNKNOWN_CODE)
    expect(body.error.code).toBe('request.too-many')
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await fetch(`${jara.url}/api/installation`)).status).toBe(200)
  })
})
