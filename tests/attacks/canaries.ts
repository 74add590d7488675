import diagnostics from 'node:diagnostics_channel'
import fs from 'node:fs'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import { vi } from 'vitest'

/** Texts that must not leak, by what they are. */
export type Canaries = Readonly<Record<string, string>>

const BUILT = path.join(import.meta.dirname, '../../web/dist')

/** Collects every address that a server of this process receives, and every refusal that this installation sends. */
export function listen(): { addresses: string[]; refusals: string[]; stop(): void } {
  const addresses: string[] = []
  const refusals: string[] = []
  const onRequest = (message: unknown) => {
    addresses.push((message as { request: IncomingMessage }).request.url ?? '')
  }
  diagnostics.subscribe('http.server.request.start', onRequest)
  const { fetch } = globalThis
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const answer = await fetch(input, init)
    if (answer.status >= 400) refusals.push(await answer.clone().text())
    return answer
  })
  return {
    addresses,
    refusals,
    stop() {
      diagnostics.unsubscribe('http.server.request.start', onRequest)
      spy.mockRestore()
    },
  }
}

/** The canaries that a text contains. */
export function foundIn(text: string, canaries: Canaries): string[] {
  const decoded = text.replaceAll(/%([2-7][0-9a-f])/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )
  return Object.entries(canaries)
    .filter(([, canary]) => text.includes(canary) || decoded.includes(canary))
    .map(([name]) => name)
}

/** Everything that a browser downloads, as one text. */
export function builtWebApp(): string {
  return fs
    .readdirSync(BUILT, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:js|css|html|json|webmanifest|svg|txt)$/.test(file))
    .map((file) => fs.readFileSync(path.join(BUILT, file), 'utf8'))
    .join('\n')
}
