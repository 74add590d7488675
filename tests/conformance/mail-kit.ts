import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { createMailServer, type MailServer } from '#sandbox/email/mail-server.ts'
import { readConfig } from '#server/platform/config/config.ts'
import type { Email, Mailer } from '#server/platform/email/email.ts'
import { smtpMailer } from '#server/platform/email/smtp-mailer.ts'
import { idSource } from '#server/platform/ids.ts'
import { type Kit, openKit } from './sandbox-kit.ts'

export const TO = 'adaeze@example.com'
export const SUBJECT = 'Your Jara code'
const newId = idSource(() => new Date(), randomBytes)

/** A world with its mail server, and the product's mailer that sends to it. */
export type MailKit = {
  readonly kit: Kit
  readonly server: MailServer
  readonly port: number
  readonly mailer: Mailer
  close(): Promise<void>
}

export async function openMailKit(): Promise<MailKit> {
  const kit = openKit({ appUrl: 'http://localhost:3000' })
  const server = createMailServer(kit.world)
  const port = await server.listen(0)
  return {
    kit,
    server,
    port,
    mailer: mailerTo(port),
    async close() {
      await server.close()
      await kit.close()
    },
  }
}

/** The product's mailer, sending to a mail server on this machine. */
export function mailerTo(
  port: number,
  settings: Readonly<Record<string, string>> = {},
  patience: Parameters<typeof smtpMailer>[1] = {},
): Mailer {
  return smtpMailer(readConfig({ SANDBOX_SMTP_PORT: String(port), ...settings }).mail, patience)
}

/** An email with an id of its own. */
export const email = (of: Partial<Email> = {}) => ({
  id: newId('mai'),
  to: TO,
  subject: SUBJECT,
  text: 'Hello.',
  html: '<p>Hello.',
  ...of,
})

/** Sends these lines to the mail server, each after the previous reply. Returns the server's replies. */
export async function speak(port: number, lines: readonly string[]): Promise<string> {
  const socket = net.connect(port, '127.0.0.1')
  let said = ''
  const left = [...lines]
  socket.on('data', (chunk) => {
    said += String(chunk)
    if (!/^\d{3} .*\r\n$/m.test(said.slice(said.lastIndexOf('\n', said.length - 2) + 1))) return
    const next = left.shift()
    if (next !== undefined) socket.write(`${next}\r\n`)
  })
  await once(socket, 'close')
  return said
}
