import { once } from 'node:events'
import net from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EMAIL_MAX_BYTES, EMAIL_READERS_MAX } from '#sandbox/email/mail-server.ts'
import type { MAIL_REFUSALS } from '#sandbox/email/refusals.ts'
import { EMAILS_MAX } from '#sandbox/reduce.ts'
import type { Email, Mailer } from '#server/platform/email/email.ts'
import { CONCURRENT_EMAILS_MAX, MailError } from '#server/platform/email/smtp-mailer.ts'
import { email, type MailKit, mailerTo, openMailKit, SUBJECT, speak, TO } from './mail-kit.ts'
import type { Kit } from './sandbox-kit.ts'

let mail: MailKit
let kit: Kit
let port: number
let mailer: Mailer
beforeEach(async () => {
  mail = await openMailKit()
  ;({ kit, port, mailer } = mail)
})
afterEach(() => mail.close())

const mailerOf = (settings: Record<string, string>, patience: { silenceMs?: number; placeWaitMs?: number } = {}) =>
  mailerTo(port, settings, patience)
const arrived = () => kit.world.state.emails
const fault = (name: string, more: object = {}) =>
  kit.control('/faults', { provider: 'mail', operation: 'send', fault: name, ...more })

/** The mailer's error for an email that was not sent. */
async function refusalOf(of: Partial<Email>, by: Mailer = mailer): Promise<MailError> {
  const error = await by.send(email(of)).then(
    () => new Error('it was sent'),
    (thrown: unknown) => thrown,
  )
  if (error instanceof MailError) return error
  throw error
}

describe('an email arrives as it was written:', () => {
  test.each([
    ['plain words', 'Your code is 824-913.'],
    ['naira and every Nigerian letter', 'Ẹ káàbọ̀, Ọlá. Ṣé o ti san ₦1,500.00? Ɓ ɗ ƙ ŋ ụ'],
    ['a line that begins with a dot, and one that is only a dot', 'Before\n.hidden\n.\n..\n.. twice\nafter'],
    ['lines far longer than SMTP allows', `${'word '.repeat(900)}\n${'₦'.repeat(2_500)}\n${'x'.repeat(5_000)}`],
    ['what looks like its own encoding', 'a = b =3D =20 =\nFrom here\n--boundary\nSubject: no'],
    ['spaces at both ends of a line and empty lines', '  in \n\n\n  \tout  \n\nend'],
    ['a link with every sign', 'http://localhost:3000/reset#t=abc_DEF-123&x=%E1%BB%8D=\nhttps://x.ng/?q=1&r=2'],
  ])('%s', async (_what, text) => {
    await mailer.send(email({ text }))
    expect(arrived().map((each) => each.text)).toEqual([text])
  })

  test('its subject too, and its sender under the name of the brand', async () => {
    const raw = await rawEmail({ subject: 'Ọ̀rọ̀ aṣínà ₦ '.repeat(12).trim() }, { JARA_BRAND: 'Kúdí, "the one"' })
    expect(raw).toMatch(/^From: =\?UTF-8\?.* <emails@jara\.sandbox\.example>$/m)
    await mailer.send(email({ subject: 'Ọ̀rọ̀ aṣínà ₦ '.repeat(12).trim() }))
    expect(arrived()[0]).toMatchObject({ to: TO, from: 'emails@jara.sandbox.example' })
    expect(arrived()[0]?.subject).toBe('Ọ̀rọ̀ aṣínà ₦ '.repeat(12).trim())
  })

  test('as plain text and HTML, marked as automatic, without naming the mail library', async () => {
    const raw = await rawEmail({})
    expect(raw.match(/^Content-Type: [^;]+/gm)).toEqual([
      'Content-Type: multipart/alternative',
      'Content-Type: text/plain',
      'Content-Type: text/html',
    ])
    expect(raw).toMatch(/^Auto-Submitted: auto-generated$/m)
    expect(raw).not.toMatch(/^X-Mailer/im)
    expect(raw).toMatch(/^EHLO jara\.sandbox\.example$/m)
  })

  test('under the same Message-ID when it is sent again, and another when its code is another', async () => {
    const again = email({ text: 'Your code is 824-913.' })
    await mailer.send(again)
    await mailer.send(again)
    await mailer.send({ ...again, text: 'Your code is 100-200.' })
    const ids = arrived().map((each) => each.messageId)
    expect(ids[0]).toMatch(new RegExp(`^<${again.id}\\.[0-9a-f]{16}@jara\\.sandbox\\.example>$`))
    expect(ids[1]).toBe(ids[0])
    expect(ids[2]).not.toBe(ids[0])
  })
})

describe('nobody writes a header or names a second reader:', () => {
  test.each(['\r\n', '\n', '\r', '\u2028', '\0'])('a line break in the subject is a space (%j)', async (lineBreak) => {
    const subject = `Hello${lineBreak}Bcc: eve@example.com${lineBreak}${lineBreak}Another body`
    const raw = await rawEmail({ subject })
    expect(raw).not.toMatch(/^(?:Bcc|Another)/m)
    expect(raw.match(/^RCPT TO/gm)).toHaveLength(1)
    expect(raw).toContain('Subject: Hello Bcc: eve@example.com Another body')
  })

  test('neither in the name of the brand', async () => {
    const raw = await rawEmail({}, { JARA_BRAND: 'Jara\r\nBcc: eve@example.com' })
    expect(raw).not.toMatch(/^Bcc/m)
    expect(raw.match(/^RCPT TO/gm)).toHaveLength(1)
  })

  test.each([
    'a@example.com, eve@example.com',
    'a@example.com;eve@example.com',
    'a@example.com\r\nBcc: eve@example.com',
    'Ada <a@example.com>',
    'a@example.com> SIZE=1\r\nRCPT TO:<eve@example.com',
    'friends:a@example.com;',
    'a@b@example.com',
    'nobody',
    '',
  ])('what is no single address is not sent to: %j', async (to) => {
    expect(await refusalOf({ to })).toMatchObject({ message: 'EADDRESS' })
    expect(arrived()).toEqual([])
  })
})

describe('what the log may say of an email that was not sent:', () => {
  test('down: the status, and nothing of the email', async () => {
    await fault('down')
    expect(await refusalOf({})).toMatchObject({ message: 'EPROTOCOL 421 4.3.2', isFinal: false, refusal: null })
    await mailer.send(email())
    expect(arrived()).toHaveLength(1)
  })

  test('refuse: the status, and not the address that the server repeats', async () => {
    await fault('refuse')
    const refusal = await refusalOf({ text: 'Your code is 824-913.' })
    expect(refusal.message).toBe('EENVELOPE 550 5.1.1')
    const all = JSON.stringify([refusal, Object.getOwnPropertyNames(refusal), refusal.stack, refusal.cause])
    for (const secret of [TO, SUBJECT, '824-913', 'Mailbox', 'emails@jara']) expect(all).not.toContain(secret)
    expect(arrived()).toEqual([])
  })

  test.each([
    ['refuse', { isFinal: true, refusal: null }],
    ['mailbox-full', { isFinal: false, refusal: null }],
    ['greylisted', { isFinal: false, refusal: null }],
    ['blocklisted', { isFinal: false, refusal: { label: 'RCPT TO 554 5.7.1' } }],
    ['sender-refused', { isFinal: false, refusal: { label: 'MAIL FROM 550 4.7.1' } }],
    ['sending-quota', { isFinal: false, refusal: { label: 'DATA 550 5.4.5' } }],
  ] satisfies [keyof typeof MAIL_REFUSALS, object][])(
    '%s: whose it is, and the next email goes',
    async (name, about) => {
      await fault(name)
      expect(await refusalOf({})).toMatchObject(about)
      await mailer.send(email())
      expect(arrived()).toHaveLength(1)
    },
  )

  test('accept-then-drop: it has arrived, and nobody could know', async () => {
    await fault('accept-then-drop')
    expect(await refusalOf({})).toMatchObject({ message: expect.stringMatching(/^E(?:CONNECTION|SOCKET)/) })
    expect(arrived()).toHaveLength(1)
  })

  test('slow: a server that says nothing for too long is given up, and a patient one waits', async () => {
    await fault('slow', { count: 2, delayMs: 800 })
    // The mail server takes a tenth of a second for its greeting.
    expect(await refusalOf({}, mailerOf({}, { silenceMs: 400 }))).toMatchObject({
      message: expect.stringMatching(/^ETIMEDOUT/),
    })
    await mailer.send(email())
    expect(arrived()).toHaveLength(2)
  })

  test('nobody there: the reason in one word', async () => {
    await mail.server.close()
    expect(await refusalOf({})).toMatchObject({ message: 'ESOCKET ECONNREFUSED', code: 'ESOCKET ECONNREFUSED' })
  })

  test('a server without TLS gets neither the password nor the email', async () => {
    const said: string[] = []
    const raw = net.createServer((socket) => {
      socket.write('220 mail.example.ng ESMTP\r\n')
      socket.on('data', (chunk) => {
        said.push(String(chunk))
        const isHello = String(chunk).startsWith('EHLO')
        socket.write(isHello ? '250-mail.example.ng\r\n250 AUTH PLAIN LOGIN\r\n' : '502 no\r\n')
      })
    })
    await once(raw.listen(0, '127.0.0.1'), 'listening')
    const address = raw.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const url = `smtp://emails:s3cret-word@127.0.0.1:${address.port}`
    expect(await refusalOf({}, mailerOf({ SMTP_URL: url }))).toMatchObject({ message: 'ETLS 502' })
    raw.close()
    expect(said.join('')).toMatch(/^EHLO .*\r\nSTARTTLS\r\n/)
    for (const secret of ['AUTH', 's3cret', TO, SUBJECT, Buffer.from('s3cret-word').toString('base64')]) {
      expect(said.join('')).not.toContain(secret)
    }
  })
})

describe('limits:', () => {
  test('an email over the size is refused, one below it taken on', async () => {
    expect(await refusalOf({ text: 'x'.repeat(EMAIL_MAX_BYTES) })).toMatchObject({
      message: expect.stringMatching(/552$/),
    })
    expect(arrived()).toEqual([])
    await mailer.send(email({ text: 'x'.repeat(EMAIL_MAX_BYTES / 2) }))
    expect(arrived()).toHaveLength(1)
  })

  test('an email for too many readers reaches those before', async () => {
    const readers = Array.from({ length: EMAIL_READERS_MAX + 1 }, (_, index) => `r${index}@example.com`)
    const said = await speak(port, [
      'EHLO localhost',
      'MAIL FROM:<a@example.com>',
      ...readers.map((each) => `RCPT TO:<${each}>`),
      'DATA',
      'Subject: all\r\n\r\nHello\r\n.',
      'QUIT',
    ])
    expect(said).toMatch(/^452 .*Too many recipients/m)
    expect(arrived().map((each) => each.to)).toEqual(readers.slice(0, EMAIL_READERS_MAX))
  })

  test('an email waits a moment for its turn', async () => {
    const patient = mailerOf({}, { placeWaitMs: 60_000 })
    await Promise.all(Array.from({ length: CONCURRENT_EMAILS_MAX + 1 }, () => patient.send(email())))
    expect(arrived()).toHaveLength(CONCURRENT_EMAILS_MAX + 1)
  })

  test('no more emails than these are on their way at once', async () => {
    await fault('slow', { count: CONCURRENT_EMAILS_MAX, delayMs: 1_500 })
    const sends = Array.from({ length: CONCURRENT_EMAILS_MAX }, () => mailer.send(email()))
    expect(await refusalOf({})).toMatchObject({ message: 'EBUSY' })
    await Promise.all(sends)
    await mailer.send(email())
    expect(arrived()).toHaveLength(CONCURRENT_EMAILS_MAX + 1)
  })

  test('the world keeps the last emails', () => {
    const received = (n: number) => ({
      type: 'email.received' as const,
      email: { id: `ltr_${4_000_000_000 + n}`, messageId: null, from: '', to: TO, subject: `${n}`, text: '', at: '' },
    })
    kit.world.record(Array.from({ length: EMAILS_MAX + 2 }, (_, index) => received(index)))
    expect(arrived()).toHaveLength(EMAILS_MAX)
    expect(arrived()[0]?.subject).toBe('2')
  })

  test('it listens on this machine only', async () => {
    expect(await reach('127.0.0.1', port)).toBeNull()
    // The same machine under another address, as other machines would reach it.
    expect(await reach('127.0.0.2', port)).toBe('ECONNREFUSED')
  })
})

/** Everything the mailer sends to a mail server for one email, line by line. */
async function rawEmail(of: Partial<Email>, settings: Record<string, string> = {}): Promise<string> {
  let said = ''
  const raw = net.createServer((socket) => {
    let inEmail = false
    socket.write('220 localhost ESMTP\r\n')
    socket.on('data', (chunk) => {
      said += String(chunk)
      if (inEmail && !said.endsWith('\r\n.\r\n')) return
      inEmail = said.endsWith('DATA\r\n')
      socket.write(inEmail ? '354 go on\r\n' : '250 fine\r\n')
    })
  })
  await once(raw.listen(0, '127.0.0.1'), 'listening')
  const address = raw.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  await mailerOf({ SMTP_URL: `smtp://127.0.0.1:${address.port}`, ...settings }).send(email(of))
  raw.close()
  // Headers may continue on the next line.
  return said.replaceAll(/\r\n[ \t]/g, ' ').replaceAll('\r\n', '\n')
}

/** The error code of a refused connection; null if it is accepted. */
async function reach(host: string, onPort: number): Promise<string | null> {
  const socket = net.connect(onPort, host)
  const ended = await Promise.race([
    once(socket, 'connect').then(() => null),
    once(socket, 'error').then(([error]: unknown[]) => String(Reflect.get(Object(error), 'code'))),
  ]).catch((error: unknown) => String(Reflect.get(Object(error), 'code')))
  socket.destroy()
  return ended
}
