import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'

export const PIN = '4071'
export const PASSWORD = 'yam and pepper soup 9'
/** An ordinary phone number. */
const PHONE = '08031234567'

export function newEmail(): string {
  return `${randomBytes(6).toString('hex')}@example.ng`
}

type NewPerson = {
  fullName: string
  email: string
  password: string
  pin: string
  phone: string | null
  passkey: boolean
}

// Runs in the page; a string, because scripts without the browser's types import this too. The keys are made and stored
// as in web/src/lib/device-key.ts and device-store.ts: only this browser can use them.
const OPEN_ACCOUNT = (of: NewPerson) => `(async () => {
  const { fullName, email, password, pin, phone, passkey } = ${JSON.stringify(of)}
  const call = async (method, path, body = {}) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(path, { method, headers, body: JSON.stringify(body) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(method + ' ' + path + ': ' + answer.status + ' ' + text)
    return text === '' ? null : JSON.parse(text)
  }
  const { subtle } = crypto
  const pair = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  const pinKey = await subtle.generateKey({ name: 'HMAC', hash: 'SHA-256', length: 256 }, false, ['sign'])
  const { kty, crv, x, y } = await subtle.exportKey('jwk', pair.publicKey)
  const publicKey = { kty, crv, x, y }
  const { deviceId } = await call('POST', '/api/accounts', { fullName, email, password, device: { publicKey } })
  const proof = new Uint8Array(await subtle.sign('HMAC', pinKey, new TextEncoder().encode(pin)))
  const pinProof = btoa(String.fromCharCode(...proof)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  await call('PUT', '/api/pin', { pinProof })
  if (phone !== null) await call('POST', '/api/funding-account', { phone })

  const database = await new Promise((resolve, reject) => {
    const opening = indexedDB.open('jara', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('device')
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  await new Promise((resolve, reject) => {
    const storing = database.transaction('device', 'readwrite')
    storing.objectStore('device').put({ deviceId, publicKey, signingKey: pair.privateKey, pinKey }, 'current')
    storing.oncomplete = resolve
    storing.onabort = () => reject(storing.error)
  })
  database.close()
  localStorage.setItem('jara.account', 'known')

  if (!passkey) return
  const { challenge, options } = await call('POST', '/api/passkeys/options')
  const publicKeyOptions = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const { id, type, response } = (await navigator.credentials.create({ publicKey: publicKeyOptions })).toJSON()
  const { clientDataJSON, attestationObject, transports } = response
  const credential = { id, type, response: { clientDataJSON, attestationObject, transports } }
  await call('POST', '/api/passkeys', { challenge, credential, name: null })
})()`

/** An empty page at the product's origin: opening an account there does not load the app needlessly. */
const EMPTY_PAGE = '/opening-an-account'

/**
 * Opens an account in this browser through the API, with a PIN, with an account number unless `phone` is null, and with
 * a passkey if wanted and the device has a sensor. Leaves an empty page open, not the app. Returns the email.
 */
export async function openAccount(
  page: Page,
  fullName: string,
  of: Partial<Pick<NewPerson, 'phone' | 'passkey'>> = {},
): Promise<string> {
  const { phone = PHONE, passkey = false } = of
  const email = newEmail()
  const empty = `**${EMPTY_PAGE}`
  await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
  await page.goto(EMPTY_PAGE)
  await page.evaluate(OPEN_ACCOUNT({ fullName, email, password: PASSWORD, pin: PIN, phone, passkey }))
  await page.unroute(empty)
  return email
}
