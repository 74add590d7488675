import { afterEach, beforeEach, expect, test } from 'vitest'
import { at, type Kit, openAccount, openKit, sendTransfer } from './sandbox-kit.ts'
import { POST_HEADERS } from './sandbox-vtpass-kit.ts'

let kit: Kit
beforeEach(() => {
  kit = openKit()
})
afterEach(() => kit.close())

const open = async (url: string) => await kit.app.inject({ method: 'GET', url, headers: { host: 'localhost:3001' } })
const regions = async () => (await open('/page/regions')).json<unknown>()

test('the page says first that this is practice money', async () => {
  const page = (await open('/')).payload
  const banner = page.indexOf('Sandbox · practice money, no real value')
  expect(banner).toBeGreaterThan(0)
  expect(banner).toBeLessThan(page.indexOf('<main>'))
})

test('the page runs no inline script or style, and loads nothing from elsewhere', async () => {
  const page = await open('/')
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  expect(page.payload).not.toMatch(/<script(?![^>]* src=)|<style| style=| on[a-z]+=|https?:\/\//)
  for (const [url, type] of [
    ['/page.css', 'text/css'],
    ['/page.js', 'text/javascript'],
  ] as const) {
    const file = await open(url)
    expect(file.statusCode).toBe(200)
    expect(file.headers['content-type']).toContain(type)
    expect(file.headers['x-content-type-options']).toBe('nosniff')
  }
})

test('every field has a label', async () => {
  const page = (await open('/')).payload
  const fields = [...page.matchAll(/<(?:input|select) id="([^"]+)"/g)].map((match) => match[1])
  expect(fields).toEqual(['account', 'amount', 'sender', 'fault-name', 'operation', 'count'])
  for (const id of fields) expect(page).toContain(`<label for="${id}">`)
})

test('a hostile name is shown as text', async () => {
  const email = 'x@example.com'
  await kit.post('/customer', {
    email,
    first_name: '<img src=x onerror=alert(1)>',
    last_name: '"\'&',
    phone: '08030000000',
  })
  await kit.post('/dedicated_account', { customer: email, preferred_bank: 'test-bank' })
  for (const text of [(await open('/')).payload, String(at(await regions(), 'accounts'))]) {
    expect(text).not.toContain('<IMG')
    expect(text).toContain('&#60;IMG SRC=X ONERROR=ALERT(1)&#62; &#34;&#39;&#38;')
  }
})

test('the board shows what waits, what is switched on and what happened', async () => {
  await openAccount(kit)
  const charge = await kit.post('/charge', {
    email: 'b@example.com',
    amount: 650_000,
    reference: 'bpc-1',
    bank_transfer: {},
  })
  await kit.control('/faults', { operation: 'transfer', fault: 'pending' })
  await sendTransfer(kit, 'ord_0123456789abcdef')
  await kit.control('/faults', { operation: '*', fault: 'slow', count: 7 })
  await kit.control('/faults', { provider: 'vtpass', operation: 'requery', fault: 'code', code: '099' })
  const stuck = { request_id: '202611211200abc', serviceID: 'mtn', amount: 100, phone: '08020000001' }
  await kit.app.inject({ method: 'POST', url: '/vtpass/api/pay', headers: POST_HEADERS, payload: stuck })
  await kit.control('/banks/058', { open: false })
  const board = await regions()
  expect(at(board, 'balance')).toBe('₦999,994,990.00')
  expect(at(board, 'accounts')).toContain('SANDBOX / ADA OBI')
  expect(at(board, 'accounts')).toContain('expects ₦6,500.00')
  expect(at(board, 'wallet')).toBe('₦999,999,903.00')
  expect(at(board, 'pending')).toMatch(
    /data-decide="\/transfers\/ord_0123456789abcdef\/outcome" data-outcome="success"/,
  )
  expect(at(board, 'purchases')).toContain('mtn for 08020000001')
  for (const outcome of ['delivered', 'failed', 'reversed']) {
    expect(at(board, 'purchases')).toContain(
      `data-decide="/deliveries/202611211200abc/outcome" data-outcome="${outcome}"`,
    )
  }
  expect(at(board, 'faults')).toMatch(/<b>code 099<\/b> on requery.*VTpass/)
  expect(at(board, 'faults')).toMatch(/<b>slow<\/b> on any call.*7 left/)
  expect(at(board, 'banks')).toMatch(/data-bank="058" data-open="true"/)
  expect(at(board, 'log')).toMatch(/bank 058 closed.*taken on: ₦5,000\.00/s)
  const accountNumber = at(charge.body, 'data', 'account_number')
  await kit.control('/transfers', { accountNumber, amountKobo: '650000' })
  expect(at(await regions(), 'accounts')).toContain('₦6,500.00, paid already')
})
