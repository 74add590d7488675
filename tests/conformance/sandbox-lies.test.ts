import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ENDPOINTS, REFERENCE } from './sandbox-endpoints.ts'
import { at, openAccount, sendTransfer } from './sandbox-kit.ts'
import { faultsAgainst } from './sandbox-schemas.ts'
import { openVtpassKit, type VtpassKit } from './sandbox-vtpass-kit.ts'

let kit: VtpassKit
beforeEach(() => {
  kit = openVtpassKit()
})
afterEach(() => kit.close())

const lie = async (operation: string, fault: string, more: object = {}) =>
  expect((await kit.control('/faults', { operation, fault, ...more })).http).toBe(201)

/** A field of a reply under a fault, and in the next reply. */
async function underAndAfter(path: string, ...names: (string | number)[]): Promise<unknown[]> {
  const told = await kit.get(path)
  return [at(told.body, 'data', ...names), at((await kit.get(path)).body, 'data', ...names)]
}

const OTHER_NUMBER = '9911111111'

describe('one verification of a transfer', () => {
  const OLDER = 'ord_older_0123456789'
  const path = `/transfer/verify/${REFERENCE}`
  beforeEach(async () => {
    await sendTransfer(kit, OLDER, 200_000)
    await sendTransfer(kit, REFERENCE, 500_000)
    kit.clock.advance(1_000)
  })

  test.each([
    ['wrong-amount', ['amount'], [499_900, 500_000]],
    ['wrong-currency', ['currency'], ['USD', 'NGN']],
    ['wrong-reference', ['reference'], [`strange-${REFERENCE}`, REFERENCE]],
    ['wrong-recipient', ['recipient', 'details', 'account_number'], [OTHER_NUMBER, '0123456789']],
    ['copied', ['reference'], [OLDER, REFERENCE]],
    ['other-word', ['status'], ['awaiting-clearance', 'success']],
  ])('under %s is wrong in that, and the next one is true', async (fault, names, expected) => {
    await lie('transfer-verify', fault)
    expect(await underAndAfter(path, ...names)).toEqual(expected)
    expect(at((await kit.truth()).body, 'transfers')).toMatchObject([{ status: 'paid' }, { amountKobo: '500000' }])
  })

  test('says any word it is set to, with everything else as it is', async () => {
    await lie('transfer-verify', 'other-word', { status: 'failed' })
    expect(await underAndAfter(path, 'status')).toEqual(['failed', 'success'])
  })

  test('that is copied from another keeps the shape of the contract', async () => {
    await lie('transfer-verify', 'copied')
    const endpoint = ENDPOINTS.find((each) => each.path === '/transfer/verify/{reference}' && each.http === 200)
    if (endpoint === undefined) throw new Error('the contract has no verification')
    const copied = faultsAgainst((await kit.get(path)).body, endpoint)
    expect(copied).toEqual(faultsAgainst((await kit.get(path)).body, endpoint))
  })
})

test('a copied verification is not found when there is nothing else to copy', async () => {
  await sendTransfer(kit, REFERENCE)
  await lie('transfer-verify', 'copied')
  expect((await kit.get(`/transfer/verify/${REFERENCE}`)).http).toBe(404)
})

test('other-word on sending: accepted under a status nobody documents, and paid', async () => {
  await lie('transfer', 'other-word')
  expect(at((await sendTransfer(kit, REFERENCE)).body, 'data', 'status')).toBe('awaiting-clearance')
  kit.clock.advance(1_000)
  expect(at((await kit.truth()).body, 'transfers')).toMatchObject([{ reference: REFERENCE, status: 'paid' }])
})

describe('one verification of a payment', () => {
  let older = ''
  let reference = ''
  let accountNumber = ''
  beforeEach(async () => {
    accountNumber = await openAccount(kit)
    const pay = async (amountKobo: string) =>
      String(at((await kit.control('/transfers', { accountNumber, amountKobo })).body, 'reference'))
    older = await pay('100000')
    reference = await pay('150000')
  })

  test.each([
    ['wrong-amount', ['amount'], () => [149_900, 150_000]],
    ['wrong-currency', ['currency'], () => ['USD', 'NGN']],
    ['wrong-reference', ['reference'], () => [`strange-${reference}`, reference]],
    ['wrong-recipient', ['authorization', 'receiver_bank_account_number'], () => [OTHER_NUMBER, accountNumber]],
    ['copied', ['reference'], () => [older, reference]],
    ['other-word', ['status'], () => ['awaiting-clearance', 'success']],
  ])('under %s is wrong in that, and the next one is true', async (fault, names, expected) => {
    await lie('payment-verify', fault)
    expect(await underAndAfter(`/transaction/verify/${reference}`, ...names)).toEqual(expected())
    expect(at((await kit.truth()).body, 'inbound', 1)).toMatchObject({ amountKobo: '150000' })
  })
})

describe.each([
  ['transfers', '/transfer'],
  ['payments', '/transaction'],
])('one page of the list of %s', (operation, path) => {
  type Line = { reference: string; amount: number; id: number }
  const lines = async () => at((await kit.get(path)).body, 'data') as Line[]
  beforeEach(async () => {
    if (operation === 'transfers') {
      await sendTransfer(kit, 'ord_older_0123456789', 200_000)
      await sendTransfer(kit, REFERENCE, 500_000)
    } else {
      const accountNumber = await openAccount(kit)
      for (const amountKobo of ['100000', '150000']) await kit.control('/transfers', { accountNumber, amountKobo })
    }
  })

  test('lacks its newest line', async () => {
    const [newest, older] = await lines()
    await lie(operation, 'list-missing-line')
    expect(await lines()).toEqual([older])
    expect(await lines()).toEqual([newest, older])
  })

  test('has a line that never happened', async () => {
    const true_ = await lines()
    await lie(operation, 'list-extra-line')
    const [extra, ...others] = await lines()
    expect(others).toEqual(true_)
    expect(true_.map((each) => each.reference)).not.toContain(extra?.reference)
    expect(true_.map((each) => each.id)).not.toContain(extra?.id)
    expect((await kit.get(`${path}/verify/${extra?.reference}`)).http).toBe(404)
    expect(await lines()).toEqual(true_)
  })

  test('names a naira less in its newest line', async () => {
    const [newest, older] = await lines()
    await lie(operation, 'list-wrong-amount')
    expect(await lines()).toEqual([{ ...newest, amount: (newest?.amount ?? 0) - 100 }, older])
    expect(await lines()).toEqual([newest, older])
  })

  test('without lines stays as it is', async () => {
    await kit.control('/reset', { everything: true })
    await lie(operation, 'list-extra-line')
    expect(await lines()).toEqual([])
  })
})

test('a balance that is a naira too low, at either provider', async () => {
  await lie('balance', 'wrong-amount')
  expect(await underAndAfter('/balance', 0, 'balance')).toEqual([99_999_999_900, 100_000_000_000])
  await kit.vtpassFault('wrong-amount', { operation: 'balance' })
  const wallet = async () => at((await kit.vtpassGet('/balance')).body, 'contents', 'balance')
  expect([await wallet(), await wallet()]).toEqual([999_999_999, 1_000_000_000])
})

test.each([
  ['wrong-recipient', ['content', 'transactions', 'unique_element'], /^08099999999$/],
  ['wrong-reference', ['requestId'], /strange$/],
  ['other-word', ['content', 'transactions', 'status'], /^awaiting-clearance$/],
  ['copied', ['amount'], /^200$/],
] as const)('one requery under %s is wrong in that, and the next one is true', async (fault, names, seen) => {
  await kit.buy({ request_id: kit.newId(), amount: 200, phone: '08031111111' })
  const request_id = kit.newId()
  await kit.buy({ request_id })
  await kit.vtpassFault(fault, { operation: 'requery' })
  const told = async () => String(at((await kit.requery(request_id)).body, ...names))
  const [under, after] = [await told(), await told()]
  expect(under).toMatch(seen)
  expect(after).not.toBe(under)
  expect(at((await kit.truth()).body, 'deliveries', 1)).toMatchObject({ status: 'delivered', amountKobo: '10000' })
})

test.each([
  { operation: 'transfer', fault: 'wrong-currency' },
  { operation: 'transfer-verify', fault: 'list-missing-line' },
  { operation: 'banks', fault: 'list-extra-line' },
  { operation: 'transfer-verify', fault: 'pending', status: 'failed' },
  { operation: 'transfer-verify', fault: 'other-word', code: '016' },
  { operation: 'webhook', fault: 'wrong-amount' },
  { operation: 'transfer', fault: 'storm' },
  { provider: 'vtpass', operation: 'requery', fault: 'wrong-currency' },
  { provider: 'vtpass', operation: 'balance', fault: 'list-missing-line' },
])('a fault that means nothing is refused: %j', async (body) => {
  expect((await kit.control('/faults', body)).http).toBe(400)
  expect(kit.world.state.faults).toEqual([])
})

test('the board offers each of them, the signatures for Paystack alone', async () => {
  const { payload } = await kit.app.inject({ method: 'GET', url: '/', headers: { host: 'localhost:3001' } })
  const groups = [...payload.matchAll(/<optgroup label="([^"]+)"[^>]*>(.*?)<\/optgroup>/gs)].map(
    ([, label, options]) => [label, [...(options ?? '').matchAll(/value="([^"]+)"/g)].map(([, value]) => value)],
  )
  const offered = Object.fromEntries(groups) as Record<string, string[]>
  expect(offered.Answers).toEqual(expect.arrayContaining(['copied', 'other-word', 'list-extra-line']))
  expect(offered.Answers).not.toContain('storm')
  expect(offered['Webhooks of Paystack']).toEqual(expect.arrayContaining(['storm', 'echo', 'other-bytes']))
  expect(offered['Callbacks of VTpass']).toEqual(expect.arrayContaining(['storm', 'echo', 'lying-customer']))
  expect(offered['Callbacks of VTpass']).not.toContain('other-bytes')
})
