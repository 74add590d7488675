import { afterEach, beforeEach, expect, test } from 'vitest'
import { inventedName } from '#sandbox/names.ts'
import { at, type Kit, openKit, RECIPIENT, sendTransfer } from './sandbox-kit.ts'

const CATALOGUE =
  'Access Bank, Zenith Bank, First Bank, GTBank, UBA, Fidelity Bank, Ecobank, Sterling Bank, Union Bank, Wema Bank, FCMB, Polaris Bank, Stanbic IBTC, Heritage Bank, Keystone Bank, Jaiz Bank, Unity Bank, Providus Bank, TAJBank, SunTrust Bank, Globus Bank, Premium Trust Bank, Kuda Bank, Moniepoint, MOMOGHANA, OPay, VFD Microfinance Bank, Brass Bank, Carbon, Sparkle, Rubies Bank, Mint Digital Bank'

let kit: Kit
beforeEach(() => {
  kit = openKit()
})
afterEach(() => kit.close())

const resolve = async (accountNumber: string, bankCode: string) =>
  await kit.get(`/bank/resolve?account_number=${accountNumber}&bank_code=${bankCode}`)

test('the catalogue has the product’s banks in the product’s order, two of them closed', async () => {
  const banks = at((await kit.get('/bank?currency=NGN')).body, 'data')
  if (!Array.isArray(banks)) throw new Error('not a list')
  expect(banks.map((bank) => bank.name).join(', ')).toBe(CATALOGUE)
  expect(banks.filter((bank) => !bank.active).map((bank) => bank.name)).toEqual(['Heritage Bank', 'MOMOGHANA'])
  expect(new Set(banks.map((bank) => bank.code)).size).toBe(banks.length)
})

test('a number at a bank has the same name forever, in every world', async () => {
  const first = await resolve('0123456789', '058')
  expect(first).toMatchObject({ http: 200, body: { data: { account_number: '0123456789' } } })
  // A literal, so that the test notices a change of the name list.
  expect(at(first.body, 'data', 'account_name')).toBe('ADEWALE TITILAYO MODUPE')
  expect((await resolve('0123456789', '058')).body).toEqual(first.body)
  const other = openKit()
  expect((await other.get('/bank/resolve?account_number=0123456789&bank_code=058')).body).toEqual(first.body)
  await other.close()
})

test('the same number at another bank belongs to somebody else', async () => {
  const names = ['044', '057', '011', '058', '033'].map((code) => inventedName(code, '0123456789'))
  expect(new Set(names).size).toBe(5)
})

test('invented names are three words of one people, and all peoples occur', () => {
  const names = Array.from({ length: 2_000 }, (_, n) => inventedName('058', String(n).padStart(10, '0')))
  expect(names.every((name) => /^\S+ \S+ \S+$/.test(name))).toBe(true)
  for (const surname of ['ṢÓYẸMÍ', 'OKONKWO', 'ABUBAKAR', 'OSAZUWA', 'EFFIONG', 'AKUME', 'NDAYAKO']) {
    expect(names.some((name) => name.startsWith(`${surname} `))).toBe(true)
  }
})

test.each([
  ['9900000000', '058', 422, 'invalid_bank_code'],
  ['9912345678', '999992', 422, 'invalid_bank_code'],
  ['0123456789', '030', 422, 'invalid_bank_code'],
  ['0123456789', 'SBX001', 422, 'invalid_bank_code'],
  ['0123456789', '059', 400, 'invalid_params'],
  ['012345678', '058', 400, 'invalid_params'],
  ['01234567890', '058', 400, 'invalid_params'],
  ['', '058', 400, 'invalid_params'],
])('%s at %s does not resolve: %i %s', async (accountNumber, bankCode, http, code) => {
  expect(await resolve(accountNumber, bankCode)).toMatchObject({ http, body: { status: false, code } })
})

test('the test bank 001 resolves without being in the list', async () => {
  expect((await resolve('0000000000', '001')).body).toMatchObject({
    data: { account_name: 'TEST ACCOUNT 0000000000' },
  })
})

test('a number that belongs to nobody cannot become a recipient', async () => {
  const told = await kit.post('/transferrecipient', { ...RECIPIENT, account_number: '9900000000' })
  expect(told.http).toBe(400)
})

test('a bank that is closed on the board refuses until it is opened again', async () => {
  await kit.control('/banks/058', { open: false })
  expect((await resolve('0123456789', '058')).http).toBe(422)
  const banks = at((await kit.get('/bank')).body, 'data')
  expect(banks).toContainEqual(expect.objectContaining({ code: '058', active: false }))
  await kit.control('/banks/058', { open: true })
  expect((await resolve('0123456789', '058')).http).toBe(200)
})

test('a transfer to a bank that closed meanwhile is refused, and none is made', async () => {
  await kit.post('/transferrecipient', RECIPIENT)
  await kit.control('/banks/058', { open: false })
  const recipient = [...kit.world.state.recipients.keys()][0]
  const sent = await kit.post('/transfer', {
    source: 'balance',
    amount: 500_000,
    recipient,
    reference: 'ord_0123456789abcdef',
  })
  expect(sent).toMatchObject({
    http: 400,
    body: { message: "Sorry, we can't make the transfer to this recipient at the moment" },
  })
  expect(at((await kit.truth()).body, 'transfers')).toEqual([])
})

test('Heritage Bank stays closed whatever the board says', async () => {
  expect((await kit.control('/banks/030', { open: true })).http).toBe(409)
})

test('a transfer to an open bank goes through after all this', async () => {
  expect((await sendTransfer(kit, 'ord_0123456789abcdef')).http).toBe(200)
})
