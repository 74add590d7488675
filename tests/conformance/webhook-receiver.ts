import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { at } from './sandbox-kit.ts'

const KEY = 'sk_test_jara_sandbox_world'

export type Received = {
  readonly event: string
  readonly data: unknown
  readonly genuine: boolean
  readonly signature: string | null
  readonly raw: string
}

/** The app's side: keeps what arrives, and replies with the given statuses, then 200. */
export function openReceiver() {
  const received: Received[] = []
  const answers: number[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks)
      const signature = request.headers['x-paystack-signature'] ?? null
      const told: unknown = JSON.parse(raw.toString())
      received.push({
        event: String(at(told, 'event')),
        data: at(told, 'data'),
        genuine: signature === createHmac('sha512', KEY).update(raw).digest('hex'),
        signature: typeof signature === 'string' ? signature : null,
        raw: raw.toString(),
      })
      response.writeHead(answers.shift() ?? 200).end()
    })
  })
  return {
    received,
    answers,
    open: () =>
      new Promise<string>((resolve) => server.listen(0, '127.0.0.1', () => resolve(addressOf(server.address())))),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
    events: () => received.map((each) => each.event),
  }
}

function addressOf(address: AddressInfo | string | null): string {
  if (typeof address !== 'object' || address === null) throw new Error('the receiver has no port')
  return `http://127.0.0.1:${address.port}/webhooks/paystack`
}
