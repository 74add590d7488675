import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('where emails leave', () => {
  it('is the sandbox world when nothing is said, in the name of the brand', () => {
    expect(readConfig({ JARA_BRAND: 'Kudi' }).mail).toEqual({
      host: '127.0.0.1',
      port: 3025,
      tls: 'none',
      credentials: null,
      from: 'emails@jara.sandbox.example',
      fromName: 'Kudi',
    })
    expect(readConfig({ SANDBOX_SMTP_PORT: '4025' }).mail.port).toBe(4025)
  })

  it('is read from one address, with the password as it was before it was encoded', () => {
    const SMTP_URL = 'smtps://emails%40example.ng:p%2Fss%20w%3Ard@mail.example.ng:2465/'
    expect(readConfig({ SMTP_URL, MAIL_FROM: 'emails@example.ng' }).mail).toMatchObject({
      host: 'mail.example.ng',
      port: 2465,
      tls: 'at-once',
      credentials: { user: 'emails@example.ng', password: 'p/ss w:rd' },
      from: 'emails@example.ng',
    })
  })

  it.each([
    ['smtps://u:p@mail.example.ng', 465, 'at-once'],
    ['smtp://u:p@mail.example.ng', 587, 'starttls'],
    ['smtp://mail.example.ng', 587, 'starttls'],
    ['smtp://127.0.0.1', 587, 'none'],
    ['smtp://[::1]:25', 25, 'none'],
    ['smtp://u:p@localhost:25', 25, 'starttls'],
    ['smtp://127.0.0.1.example.ng:25', 25, 'starttls'],
    ['smtp://localhost.example.ng:25', 25, 'starttls'],
  ])('has its usual port, and TLS unless it is this machine: %s', (SMTP_URL, port, tls) => {
    expect(readConfig({ SMTP_URL }).mail).toMatchObject({ port, tls })
  })

  it.each([
    'mail.example.ng:465',
    'https://mail.example.ng',
    'smtp://',
    'smtp://mail.example.ng:0',
    'smtp://mail.example.ng:70000',
    'smtps://only-a-user@mail.example.ng',
    'smtps://:only-a-password@mail.example.ng',
    'smtps://u:broken%zz@mail.example.ng',
    'smtps://u:line%0Abreak@mail.example.ng',
    'smtps://u:p@mail.example.ng/path',
    'smtps://u:p@mail.example.ng?pool=true',
    'smtps://u:p@mail.example.ng#part',
    'smtps://u:p q@mail.example.ng',
  ])('is refused by its name, and never repeated: %s', (SMTP_URL) => {
    const start = () => readConfig({ SMTP_URL })
    expect(start).toThrow(/^SMTP_URL: smtps:\/\/user:password@host:port is needed$/)
  })

  it.each([
    'Jara <emails@example.ng>',
    'emails',
    'a@example.ng, b@example.ng',
    'emails@exạmple.ng',
    'emails@example.ng\nBcc: x@y.ng',
  ])('comes from one plain address: %s', (MAIL_FROM) => {
    expect(() => readConfig({ MAIL_FROM })).toThrow(/^MAIL_FROM: an email address is needed/)
  })
})
