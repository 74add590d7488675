import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { readConfig } from '#server/platform/config/config.ts'
import { selfSigned } from '#tests/support/self-signed.ts'
import { MailError, smtpMailer } from './smtp-mailer.ts'

const EMAIL = {
  id: 'mai_1',
  to: 'ada@example.com',
  subject: 'Your code',
  text: 'It is 824-913.',
  html: '<p>It is <b>824-913</b>.',
}

const tls = selfSigned()
/** Emails that the mail server accepted, and how they arrived. */
let taken: { text: string; isOverTls: boolean; user: unknown }[]
let connections: Set<string>
let server: SMTPServer

afterEach(() => new Promise<void>((resolve) => server.close(resolve)))

/** A mail server like an operator's: with a certificate, and a password required over TLS only. */
async function listen(secure: boolean): Promise<number> {
  taken = []
  connections = new Set()
  server = new SMTPServer({
    ...tls,
    secure,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, callback) =>
      password === 'p/ss w:rd' ? callback(null, { user: username }) : callback(new Error('Who is emails@example.ng?')),
    onData: (stream, session, callback) =>
      void text(stream).then((raw) => {
        taken.push({ text: raw, isOverTls: session.secure, user: session.user })
        connections.add(session.id)
        callback()
      }),
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.server.address() as AddressInfo).port
}

const mailerFor = (SMTP_URL: string, ca?: string) =>
  smtpMailer(readConfig({ SMTP_URL }).mail, ca === undefined ? {} : { ca })
const messageOf = (sending: Promise<void>) =>
  sending.then(
    () => 'sent',
    (error: unknown) => (error instanceof MailError ? error.message : error),
  )

describe.each([
  ['smtps', true],
  ['smtp', false],
] as const)('a mail server behind a password, %s', (scheme, secure) => {
  const url = (port: number, password = 'p%2Fss%20w%3Ard') =>
    `${scheme}://emails%40example.ng:${password}@localhost:${port}`

  it('gets emails over TLS, from who proves to be the sender', async () => {
    const mailer = mailerFor(url(await listen(secure)), String(tls.cert))
    await mailer.send(EMAIL)
    expect(taken).toEqual([
      { text: expect.stringContaining('It is 824-913.'), isOverTls: true, user: 'emails@example.ng' },
    ])
  })

  it('gets alerts that follow each other over one connection, and the same one under the same id from any process', async () => {
    const port = await listen(secure)
    const alert = { ...EMAIL, id: 'alr_1', isBulk: true as const }
    const mailer = mailerFor(url(port), String(tls.cert))
    await mailer.send(alert)
    await mailer.send({ ...alert, id: 'alr_2' })
    expect(connections.size).toBe(1)
    await mailerFor(url(port), String(tls.cert)).send(alert)
    const ids = taken.map((each) => /^message-id:\s*(\S+)/im.exec(each.text)?.[1])
    expect(ids).toEqual([
      '<alr_1@jara.sandbox.example>',
      '<alr_2@jara.sandbox.example>',
      '<alr_1@jara.sandbox.example>',
    ])
  })

  it('that refuses the password gets no alert', async () => {
    const mailer = mailerFor(url(await listen(secure), 'wrong'), String(tls.cert))
    expect(await messageOf(mailer.send({ ...EMAIL, id: 'alr_1', isBulk: true }))).toMatch(/^EAUTH 535/)
    expect(taken).toEqual([])
  })

  it('whose certificate nobody vouches for gets nothing', async () => {
    const mailer = mailerFor(url(await listen(secure)))
    expect(await messageOf(mailer.send(EMAIL))).toMatch(/DEPTH_ZERO_SELF_SIGNED_CERT/)
    expect(taken).toEqual([])
  })

  it('under another name than its certificate says gets nothing', async () => {
    const port = await listen(secure)
    const mailer = mailerFor(url(port).replace('localhost', '127.0.0.1'), String(tls.cert))
    expect(await messageOf(mailer.send(EMAIL))).toMatch(/ERR_TLS_CERT_ALTNAME_INVALID/)
    expect(taken).toEqual([])
  })

  it('that refuses the password is named by its status, and its words stay out of the log', async () => {
    const mailer = mailerFor(url(await listen(secure), 'wrong'), String(tls.cert))
    expect(await messageOf(mailer.send(EMAIL))).toMatch(/^EAUTH 535/)
    expect(taken).toEqual([])
  })
})
