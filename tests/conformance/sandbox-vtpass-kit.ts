import type { AddressInfo } from 'node:net'
import { SANDBOX_VTPASS_KEYS } from '#sandbox/vtpass/keys.ts'
import { type Kit, openKit, type Told } from './sandbox-kit.ts'

export const PHONE = '08031234567'
export const METER = '45031234567'
export const SMARTCARD = '1234567890'

const { apiKey, publicKey, secretKey } = SANDBOX_VTPASS_KEYS
export const GET_HEADERS = { 'api-key': apiKey, 'public-key': publicKey }
export const POST_HEADERS = { 'api-key': apiKey, 'secret-key': secretKey, 'content-type': 'application/json' }

export type VtpassKit = Kit & {
  /** A call to VTpass with valid keys. */
  vtpassGet(path: string): Promise<Told>
  vtpassPost(path: string, body: unknown): Promise<Told>
  /** An unused request id, with the current minute of the world's clock in Lagos. */
  newId(): string
  buy(body?: object): Promise<Told>
  requery(requestId: string): Promise<Told>
  vtpassFault(fault: string, more?: object): Promise<Told>
}

/** A separate world, seen from the app's side of VTpass. */
export function openVtpassKit(options: Parameters<typeof openKit>[0] = {}): VtpassKit {
  const kit = openKit({ vtpassCallbackUrl: 'http://localhost:9/webhooks/vtpass/somewhere', ...options })
  let ids = 0

  async function call(method: 'GET' | 'POST', url: string, headers: object, body?: unknown): Promise<Told> {
    const payload = body === undefined ? {} : { payload: JSON.stringify(body) }
    const response = await kit.app.inject({ method, url: `/vtpass/api${url}`, headers: { ...headers }, ...payload })
    return { http: response.statusCode, headers: response.headers, body: response.json() }
  }
  const vtpassPost = (path: string, body: unknown) => call('POST', path, POST_HEADERS, body)
  const newId = () => `${lagosMinute(kit.clock.now())}${String(++ids).padStart(6, '0')}`
  return {
    ...kit,
    vtpassGet: (path) => call('GET', path, GET_HEADERS),
    vtpassPost,
    newId,
    buy: (body = {}) =>
      vtpassPost('/pay', { request_id: newId(), serviceID: 'mtn', amount: 100, phone: PHONE, ...body }),
    requery: (requestId) => vtpassPost('/requery', { request_id: requestId }),
    vtpassFault: (fault, more = {}) => kit.control('/faults', { provider: 'vtpass', operation: 'pay', fault, ...more }),
  }
}

/** How long a client waits for a reply once the call has reached the world. */
const PATIENCE_MS = 300

/** What a client over the network gets: an HTTP status and text, or the name of the error. */
export type Seen = { readonly http: number; readonly text: string } | { readonly error: string }

/** Opens a port for a kit. Purchases through it use real sockets, so that silence is real. */
export async function openPort(kit: VtpassKit): Promise<(body: object) => Promise<Seen>> {
  let arrived = () => {}
  kit.app.addHook('preHandler', async () => arrived())
  await kit.app.listen({ port: 0, host: '127.0.0.1' })
  const address: AddressInfo | string | null = kit.app.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the sandbox has no port')
  return async (body) => {
    const patience = new AbortController()
    arrived = () => setTimeout(() => patience.abort(new DOMException('no answer', 'TimeoutError')), PATIENCE_MS).unref()
    try {
      const response = await fetch(`http://127.0.0.1:${address.port}/vtpass/api/pay`, {
        method: 'POST',
        headers: POST_HEADERS,
        body: JSON.stringify(body),
        signal: patience.signal,
      })
      return { http: response.status, text: await response.text() }
    } catch (error) {
      return { error: error instanceof Error ? error.name : 'unknown' }
    } finally {
      arrived = () => {}
    }
  }
}

/** `202611211200`: Lagos is one hour ahead of UTC, all year. */
function lagosMinute(at: Date): string {
  return new Date(at.getTime() + 60 * 60_000).toISOString().replace(/\D/g, '').slice(0, 12)
}

export const DATA = { serviceID: 'mtn-data', billersCode: PHONE, variation_code: 'mtn-1gb-30days', phone: PHONE }
export const ELECTRICITY = {
  serviceID: 'ikeja-electric',
  billersCode: METER,
  variation_code: 'prepaid',
  amount: 2_000,
  phone: PHONE,
}
export const EDUCATION = { serviceID: 'waec', variation_code: 'waecdirect', quantity: 2, phone: PHONE }
export const TV = {
  serviceID: 'dstv',
  billersCode: SMARTCARD,
  variation_code: 'dstv-padi',
  subscription_type: 'change',
  phone: PHONE,
}
