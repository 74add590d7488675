import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const LIVE = {
  JARA_MODE: 'live',
  DATABASE_URL: 'postgres://jara@localhost/jara',
  JARA_SECRET: '7d1c0f9ab3e8452650d4c8f1e97b2a6310fe84bd59a7c236e1d05f8847a9b3c2',
  PAYSTACK_SECRET_KEY: 'sk_live_0123456789',
  VTPASS_API_KEY: 'a-key-of-their-own',
  VTPASS_PUBLIC_KEY: 'PK_of_their_own',
  VTPASS_SECRET_KEY: 'SK_of_their_own',
  VTPASS_CALLBACK_SECRET: 'a-callback-of-their-own',
  SMTP_URL: 'smtps://letters:a-password-of-their-own@mail.example.ng',
  MAIL_FROM: 'letters@wallet.example.ng',
  PUBLIC_URL: 'https://wallet.example.ng',
}

describe('live mode', () => {
  it.each([
    'postgres://jara@localhost/jara',
    'postgres://jara@127.0.0.1:5433/jara',
    'postgres://jara@[::1]/jara',
    'postgresql:///jara?host=/run/postgresql',
    'postgres://jara@db.example.ng/jara?sslmode=verify-full&sslrootcert=/etc/ca.pem',
  ])('takes a database on this machine, or one whose certificate is checked: %s', (url) => {
    expect(readConfig({ ...LIVE, DATABASE_URL: url }).databaseUrl).toBe(url)
  })

  it.each([
    'postgres://jara@db.example.ng/jara',
    'postgres://jara@10.0.0.5/jara?sslmode=disable',
    'postgres://jara@db.example.ng/jara?sslmode=prefer',
    'postgres://jara@db.example.ng/jara?sslmode=no-verify',
    'postgres://jara@db.example.ng/jara?sslmode=require',
    'postgres://jara@localhost.example.ng/jara',
    'postgres://jara@127.example.ng/jara',
    'postgres://jara@localhost/jara?host=db.example.ng',
    'postgres://jara@db.example.ng/jara?sslmode=verify-full&sslmode=disable',
    'postgres://jara@localhost/jara?host=localhost&host=db.example.ng',
    'postgres:',
  ])('refuses a database whose certificate nobody checks: %s', (url) => {
    expect(() => readConfig({ ...LIVE, DATABASE_URL: url })).toThrow(/^DATABASE_URL: /)
  })

  it('refuses to believe any certificate', () => {
    expect(() => readConfig({ ...LIVE, NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toThrow(/^NODE_TLS_REJECT_UNAUTHORIZED: /)
    expect(readConfig({ ...LIVE, NODE_TLS_REJECT_UNAUTHORIZED: '1' }).mode).toBe('live')
    expect(readConfig({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }).mode).toBe('sandbox')
  })

  it.each(['SMTP_URL', 'MAIL_FROM'])('sends letters, so it needs %s', (variable) => {
    expect(() => readConfig({ ...LIVE, [variable]: '' })).toThrow(new RegExp(`^${variable}: live mode needs`))
  })

  it.each([
    ['smtp://localhost:3025', '3025'],
    ['smtp://127.0.0.1:3025', '3025'],
    ['smtp://user:pass@[::1]:3999', '3999'],
  ])('sends no letter to a sandbox world: %s', (url, port) => {
    const start = () => readConfig({ ...LIVE, SMTP_URL: url, SANDBOX_SMTP_PORT: port })
    expect(start).toThrow('SMTP_URL: live mode sends no letter to the sandbox world')
  })

  it.each([
    ['smtps://letters:secret@mail.example.ng', 'at-once'],
    ['smtp://letters:secret@mail.example.ng', 'starttls'],
    ['smtp://letters:secret@localhost:587', 'starttls'],
    ['smtp://mail.example.ng', 'starttls'],
    ['smtp://localhost:25', 'none'],
  ])('lets no letter off this machine and no password out without TLS: %s', (url, tls) => {
    expect(readConfig({ ...LIVE, SMTP_URL: url }).mail.tls).toBe(tls)
  })

  it.each([
    ['VTPASS_BASE_URL', 'http://vtpass.com/api'],
    ['VTPASS_BASE_URL', 'https://vtpass.com.example.ng/api'],
    ['PAYSTACK_BASE_URL', 'http://api.paystack.co'],
    ['PUBLIC_URL', 'http://wallet.example.ng'],
  ])('speaks https to the providers and to people only: %s %s', (variable, address) => {
    expect(() => readConfig({ ...LIVE, [variable]: address })).toThrow(new RegExp(`^${variable}: `))
  })

  it.each([
    ['JARA_SECRET', 'f'.repeat(64)],
    ['JARA_SECRET', 'a1'.repeat(32)],
    ['JARA_SECRET', '0123456789abcdef'.repeat(4)],
    ['JARA_SECRET', '7d1c0f9ab3e8452650d4c8f1e97b2a63'.repeat(2)],
    ['JARA_SECRET', Buffer.from(Array.from({ length: 32 }, (_, at) => at)).toString('hex')],
    ['JARA_SECRET', `${LIVE.JARA_SECRET}a`],
    ['JARA_SECRET', LIVE.JARA_SECRET.slice(2)],
    ['VTPASS_CALLBACK_SECRET', 'twenty-and-one-lett3r'],
    ['VTPASS_CALLBACK_SECRET', 'abcabcabcabcabcabcabcabc'],
    ['VTPASS_CALLBACK_SECRET', 'callback-callback-callback'],
    ['HOST', '0.0.0.0'],
    ['HOST', '::'],
    ['HOST', '10.0.0.7'],
    ['PUBLIC_URL', 'https://wallet.example.ng/jara'],
    ['PUBLIC_URL', 'https://ada:word@wallet.example.ng'],
    ['PUBLIC_URL', 'https://wallet.example.ng/?from=here'],
    ['LOG_LEVEL', 'debug'],
  ])('does not start with a %s that is weaker than it may be: %s', (variable, value) => {
    expect(() => readConfig({ ...LIVE, [variable]: value })).toThrow(new RegExp(`^${variable}: `))
  })

  it('names what is wrong without the secret that is', () => {
    for (const wrong of [{ JARA_SECRET: 'a1'.repeat(32) }, { VTPASS_CALLBACK_SECRET: 'abcabcabcabcabcabcabcabc' }]) {
      expect(() => readConfig({ ...LIVE, ...wrong })).toThrow(/^(?!.*(?:a1a1|abcabc))/s)
    }
  })

  it.each([
    { HOST: '127.0.0.1' },
    { HOST: '::1' },
    { HOST: '0.0.0.0', TRUSTED_PROXIES: '10.0.0.2' },
    { HOST: '0.0.0.0', JARA_ROLE: 'worker' },
    { PUBLIC_URL: 'https://wallet.example.ng/' },
    { PUBLIC_URL: 'https://Wallet.Example.ng:443' },
    { JARA_SECRET: LIVE.JARA_SECRET.toUpperCase() },
  ])('starts with %o', (settings) => {
    expect(readConfig({ ...LIVE, ...settings })).toMatchObject({ mode: 'live', publicUrl: 'https://wallet.example.ng' })
  })
})
