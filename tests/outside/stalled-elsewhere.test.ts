import { createHash } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import fs from 'node:fs'
import type { ServerResponse } from 'node:http'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { Gauge } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMailServer } from '#sandbox/email/mail-server.ts'
import { lockFolder } from '#server/platform/db/folder-lock.ts'
import { createLog } from '#server/platform/log.ts'
import { createRegistry } from '#server/platform/metrics/instruments.ts'
import { serveMetrics } from '#server/platform/metrics/serve-metrics.ts'
import { type Kit, openKit } from '#tests/conformance/sandbox-kit.ts'

/** Readers who drop their connection or read nothing, at every listener besides the product's own. */

/** Connects, sends this much, and reads nothing. */
async function sendTo(port: number, text: string): Promise<net.Socket> {
  const socket = net.connect(port, '127.0.0.1')
  socket.on('error', () => undefined).pause()
  await once(socket, 'connect')
  await new Promise((resolve) => socket.write(text, resolve))
  return socket
}

describe('the sandbox world', () => {
  let kit: Kit
  let port: number
  beforeAll(async () => {
    kit = openKit()
    port = Number(new URL(await kit.app.listen({ port: 0, host: '127.0.0.1' })).port)
  })
  afterAll(() => kit.close())
  const get = (address: string) => `GET ${address} HTTP/1.1\r\nhost: localhost\r\n\r\n`

  it.each(['/', '/emails', '/push', '/sms', '/page/regions', '/page.js', '/control/truth', '/control/state'])(
    'goes on when a phone drops %s, before its answer and while it waits unread',
    async (address) => {
      for (let n = 0; n < 5; n++) (await sendTo(port, get(address))).destroy()
      const unread = await sendTo(port, get(address).repeat(50))
      expect((await fetch(`http://127.0.0.1:${port}${address}`)).status).toBe(200)
      unread.destroy()
      const left = () => new Promise<number>((resolve) => kit.app.server.getConnections((_, count) => resolve(count)))
      await expect.poll(left).toBeLessThanOrEqual(1)
    },
  )

  it('goes on when a mail program drops its connection in the middle of an email', async () => {
    const server = createMailServer(kit.world)
    const smtp = await server.listen(0)
    for (const text of ['EHLO here\r\n', 'EHLO here\r\nMAIL FROM:<a@example.ng>\r\n', '\u0000'.repeat(1_000)])
      (await sendTo(smtp, text)).destroy()
    const socket = await sendTo(smtp, '')
    socket.resume()
    for (const line of ['EHLO here', 'MAIL FROM:<a@example.ng>', 'RCPT TO:<b@example.ng>', 'DATA']) {
      await once(socket, 'data')
      socket.write(`${line}\r\n`)
    }
    await once(socket, 'data')
    socket.write('Subject: half an em')
    socket.destroy()
    const [greeting] = await once(net.connect(smtp, '127.0.0.1'), 'data')
    expect(String(greeting)).toContain('220')
    await server.close()
  })
})

describe('the metrics listener', () => {
  it('drops a scraper that reads nothing, and serves the next', async () => {
    const responses: ServerResponse[] = []
    const listen = (message: unknown) => responses.push((message as { response: ServerResponse }).response)
    const registry = createRegistry()
    new Gauge({ name: 'large', help: 'x'.repeat(8_000_000), registers: [registry] })
    const of = { registry, update: async () => undefined, log: createLog('silent') }
    const server = await serveMetrics({ host: '127.0.0.1', port: 0 }, of, 200)
    subscribe('http.server.request.start', listen)
    const socket = await sendTo(server.port, 'GET /metrics HTTP/1.1\r\nhost: here\r\n\r\n')
    await expect.poll(() => responses.at(0)?.closed).toBe(true)
    unsubscribe('http.server.request.start', listen)
    expect(responses[0]?.writableFinished).toBe(false)
    expect((await fetch(`http://127.0.0.1:${server.port}/metrics`)).status).toBe(200)
    socket.destroy()
    await server.close()
  })
})

describe.runIf(process.platform === 'linux')('the lock of a data folder', () => {
  it('keeps no connection of a program that writes to it', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-lock-'))
    const release = await lockFolder(folder)
    const name = createHash('sha256').update(fs.realpathSync(folder)).digest('hex').slice(0, 32)
    const socket = net.connect({ path: `\0jara-${name}` })
    socket.on('error', () => undefined).write(Buffer.alloc(1_000_000))
    await expect.poll(() => socket.closed).toBe(true)
    await release()
    fs.rmSync(folder, { recursive: true })
  })
})
