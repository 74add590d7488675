import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config/config.ts'
import { composeEmail } from '#server/platform/email/compose-email.ts'
import type { Mailer } from '#server/platform/email/email.ts'
import { email, type MailKit, openMailKit, speak, TO } from './mail-kit.ts'
import { at, type Kit } from './sandbox-kit.ts'

let mail: MailKit
let kit: Kit
let port: number
let mailer: Mailer
beforeEach(async () => {
  mail = await openMailKit()
  ;({ kit, port, mailer } = mail)
})
afterEach(() => mail.close())

const arrived = () => kit.world.state.emails
const fault = (name: string) => kit.control('/faults', { provider: 'mail', operation: 'send', fault: name })

describe('the emails of the sandbox', () => {
  const open = async (url: string) => await kit.app.inject({ method: 'GET', url, headers: { host: 'localhost:3001' } })

  test('are served to programs, newest first, by address', async () => {
    await mailer.send(email({ subject: 'first' }))
    kit.clock.advance(1_000)
    await mailer.send(email({ to: 'bola@example.com', subject: 'other' }))
    await mailer.send(email({ subject: 'second', text: 'a\nb' }))
    const told = (await open('/control/emails?to=ADAEZE@example.com')).json<{ emails: object[] }>().emails
    expect(told).toEqual([
      { id: expect.stringMatching(/^ltr_/), to: TO, subject: 'second', text: 'a\nb', at: '2026-11-21T11:00:01.000Z' },
      { id: expect.stringMatching(/^ltr_/), to: TO, subject: 'first', text: 'Hello.', at: '2026-11-21T11:00:00.000Z' },
    ])
    expect((await open('/control/emails')).json<{ emails: object[] }>().emails).toHaveLength(3)
    expect((await open('/control/emails?to=nobody@example.com')).json<unknown>()).toEqual({ emails: [] })
  })

  test('are on a page, newest first, all or those to one address, with the way to the bank and back', async () => {
    await mailer.send(email({ subject: 'to Ada' }))
    await mailer.send(email({ to: 'bola+1@example.com', subject: 'to Bola' }))
    const all = (await open('/emails')).payload
    expect(all.indexOf('to Bola')).toBeLessThan(all.indexOf('to Ada'))
    expect(all).toContain('href="/emails?to=bola%2B1%40example.com"')
    expect(all).toContain('<a href="/">')
    expect((await open('/')).payload).toContain('<a href="/emails">Emails</a>')
    const one = (await open('/emails?to=bola%2B1%40example.com')).payload
    expect(one).toContain('to Bola')
    expect(one).not.toContain('to Ada')
    expect(at((await open(`/page/emails?to=${TO}`)).json(), 'emails')).toMatch(/to Ada/)
    expect(at((await open('/page/emails?to=nobody@example.com')).json(), 'emails')).toContain('No email')
  })

  test('link to the app and to nothing else', async () => {
    const text = [
      'Open http://localhost:3000/reset#t=ab_c-1&x="y.',
      'not https://evil.example/a',
      'nor http://localhost:30001/b or http://localhost:3000@evil.example/c',
      'nor javascript:alert(1) or http://localhost:3001/d',
    ].join('\n')
    await mailer.send(email({ text }))
    const page = (await open('/emails')).payload
    expect([...page.matchAll(/<pre>.*?<\/pre>/gs)].join().match(/href="[^"]*"/g)).toEqual([
      'href="http://localhost:3000/reset#t=ab_c-1&#38;x="',
    ])
  })

  test('are shown as text, whatever is in them', async () => {
    const hostile = `<script>alert(1)</script>"'& http://localhost:3000/"onclick="x <img src=x>`
    await mailer.send(email({ subject: hostile, text: hostile }))
    const page = await open('/emails')
    expect(page.payload).not.toMatch(/<script(?![^>]* src=)|<img| onclick=/)
    expect(page.payload).toContain('&#60;script&#62;alert(1)')
    expect(page.headers['content-security-policy']).toContain("script-src 'self'")
    expect((await open('/list.js')).headers['content-type']).toContain('text/javascript')
  })

  test('open as HTML on a page that runs and loads nothing', async () => {
    const written = composeEmail(readConfig({}), { to: TO, subject: 'your code', blocks: [{ code: '824913' }] })
    await mailer.send(email(written))
    const [arrival] = arrived()
    expect(arrival?.html?.trimEnd()).toBe(written.html.trimEnd())
    expect((await open('/emails')).payload).toContain(`href="/emails/${arrival?.id}"`)
    const page = await open(`/emails/${arrival?.id}`)
    expect(page.payload).toBe(arrival?.html)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'unsafe-inline';.* sandbox /,
    )
    expect((await open('/emails/ltr_0')).statusCode).toBe(404)
  })

  test('have no HTML page without an HTML part', async () => {
    await speak(port, [
      'EHLO x',
      'MAIL FROM:<a@x.ng>',
      `RCPT TO:<${TO}>`,
      'DATA',
      'Subject: a\r\n\r\nHello.\r\n.',
      'QUIT',
    ])
    expect(arrived()).toEqual([expect.not.objectContaining({ html: expect.anything() })])
    expect((await open('/emails')).payload).not.toContain('href="/emails/ltr_')
    expect((await open(`/emails/${arrived()[0]?.id}`)).statusCode).toBe(404)
  })

  test('are for this machine only', async () => {
    for (const url of ['/emails', '/emails/ltr_0', '/page/emails', '/control/emails']) {
      const answer = await kit.app.inject({ method: 'GET', url, headers: { host: 'evil.example' } })
      expect(answer.statusCode).toBe(403)
    }
  })

  test('go with everything else when the world is reset completely, and stay at a plain reset', async () => {
    await mailer.send(email())
    await kit.control('/reset', {})
    expect(arrived()).toHaveLength(1)
    await kit.control('/reset', { everything: true })
    expect(arrived()).toEqual([])
  })

  test('have faults of their own, which no other provider knows', async () => {
    for (const name of ['timeout', 'html-502', 'decline', 'duplicate', 'send-back']) {
      expect((await fault(name)).http).toBe(400)
    }
    for (const provider of ['paystack', 'vtpass']) {
      expect((await kit.control('/faults', { provider, fault: 'accept-then-drop' })).http).toBe(400)
    }
    expect((await kit.control('/faults', { provider: 'mail', fault: 'refuse' })).http).toBe(201)
    expect((await kit.get('/balance')).http).toBe(200)
    await expect(mailer.send(email())).rejects.toMatchObject({ message: 'EENVELOPE 550 5.1.1' })
    expect((await open('/')).payload).toMatch(/<optgroup label="Emails" data-on="mail send">.*accept-then-drop/)
  })
})
