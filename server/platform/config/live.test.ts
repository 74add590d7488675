import { describe, expect, it } from 'vitest'
import { LIVE_SETTINGS } from '#tests/support/live-settings.ts'
import { tlsFiles } from '#tests/support/self-signed.ts'
import { readConfig } from './config.ts'
import { SANDBOX_PAYSTACK_KEY, SANDBOX_VTPASS } from './providers.ts'

const LIVE = { ...LIVE_SETTINGS, ...tlsFiles() }

describe('live mode', () => {
  it.each(['EMAIL_PROOF', 'NEW_LIMIT', 'APPROVAL_PAUSE'])('has %s on, and lets nobody switch it off', (setting) => {
    const { emailProof, newLimit, approvalPause } = readConfig(LIVE)
    expect([emailProof, newLimit, approvalPause]).toEqual([true, true, true])
    expect(() => readConfig({ ...LIVE, [setting]: 'off' })).toThrow(new RegExp(`^${setting}: live mode `))
  })

  it.each([
    'postgres://jara_app:kx7fWq2Zp9@localhost/jara',
    'postgres://jara_app:kx7fWq2Zp9@127.0.0.1:5433/jara',
    'postgres://jara_app:kx7fWq2Zp9@[::1]/jara',
    'postgresql:///jara?host=/run/postgresql',
    'postgres://jara_app:kx7fWq2Zp9@db.example.ng/jara?sslmode=verify-full&sslrootcert=/etc/ca.pem',
  ])('takes a database on this machine, or one whose certificate is checked: %s', (url) => {
    expect(readConfig({ ...LIVE, DATABASE_URL: url }).databaseUrl).toBe(url)
  })

  it('takes a pooler and the way past it, and refuses that way alone or where nobody checks a certificate', () => {
    const past = 'postgres://jara_app:kx7fWq2Zp9@db.example.ng/jara?sslmode=verify-full'
    expect(readConfig({ ...LIVE, DATABASE_LISTEN_URL: past }).databaseListenUrl).toBe(past)
    expect(readConfig(LIVE).databaseListenUrl).toBeNull()
    const unchecked = past.replace('verify-full', 'require')
    expect(() => readConfig({ ...LIVE, DATABASE_LISTEN_URL: unchecked })).toThrow(/^DATABASE_LISTEN_URL: live mode/)
    expect(() => readConfig({ DATABASE_LISTEN_URL: past })).toThrow(/^DATABASE_LISTEN_URL: it goes beside DATABASE_URL/)
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

  it.each([
    'jara_app',
    'jara_app:',
    'jara_app:%',
    'jara_app:kx7fWq2',
    'postgres:postgres',
    'jara:password',
    'jara_app:Password1',
    'jara_app:passw0rd',
    'jara_app:PASSWORD123!',
    'jara_app:jara_app',
    'jara_app:jara-app-2026',
    'jara_app:jarajara',
    'administrator:administrator',
    'jara_app:adminadmin',
    'jara_app:rootroot',
    'jara_app:changeme',
    'jara_app:12345678',
    'jara_app:00000000000000000000',
    'jara_app:pass%77ord',
  ])('refuses a database with no password, a short one or a usual one: %s', (login) => {
    const address = `postgres://${login}@localhost/jara`
    for (const variable of ['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_LISTEN_URL']) {
      const said = messageOf(() => readConfig({ ...LIVE, [variable]: address }))
      expect(said).toBe(`${variable}: live mode needs a password that is not empty, short or a usual one`)
    }
    expect(readConfig({ DATABASE_URL: address }).databaseUrl).toBe(address)
  })

  it.each([
    'postgres://jara_app@localhost/jara?host=/run/postgresql',
    'postgres://jara_app@%2Frun%2Fpostgresql/jara',
    'postgres://jara_app@db.example.ng/jara?sslmode=verify-full&sslcert=/etc/jara/app.pem&sslkey=/etc/jara/app.key',
    'postgres://db.example.ng/jara?sslmode=verify-full&user=jara_app&password=kx7fWq2Zp9',
  ])('takes a login that is no password: a socket, a client certificate, or one that stands elsewhere: %s', (url) => {
    expect(readConfig({ ...LIVE, DATABASE_URL: url }).databaseUrl).toBe(url)
  })

  it.each([
    'postgres://jara_app:kx7fWq2Zp9@localhost/jara?password=postgres',
    'postgres://jara_app@db.example.ng/jara?sslmode=verify-full&sslcert=/etc/jara/app.pem',
    'postgres://jara_app:password@localhost/jara?host=/run/postgresql',
  ])('looks at the password that the driver would take: %s', (url) => {
    expect(() => readConfig({ ...LIVE, DATABASE_URL: url })).toThrow(/^DATABASE_URL: live mode needs a password/)
  })

  it.each(['emails:emails1', 'emails:secret', 'ada%40example.ng:example2026', 'emails:password'])(
    'refuses a mailbox with a usual password: %s',
    (login) => {
      const url = `smtps://${login}@mail.example.ng`
      expect(() => readConfig({ ...LIVE, SMTP_URL: url })).toThrow(/^SMTP_URL: live mode needs a password/)
    },
  )

  it.each([
    ['PAYSTACK_SECRET_KEY', SANDBOX_PAYSTACK_KEY],
    ['VTPASS_API_KEY', SANDBOX_VTPASS.apiKey],
    ['VTPASS_PUBLIC_KEY', SANDBOX_VTPASS.publicKey],
    ['VTPASS_SECRET_KEY', SANDBOX_VTPASS.secretKey],
    ['VTPASS_CALLBACK_SECRET', SANDBOX_VTPASS.callbackSecret],
  ])("refuses the sandbox's own key, given or left out: %s", (variable, key) => {
    for (const value of [key, '']) {
      expect(() => readConfig({ ...LIVE, [variable]: value })).toThrow(new RegExp(`^${variable}: live mode needs`))
    }
  })

  it('refuses to believe any certificate', () => {
    expect(() => readConfig({ ...LIVE, NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toThrow(/^NODE_TLS_REJECT_UNAUTHORIZED: /)
    expect(readConfig({ ...LIVE, NODE_TLS_REJECT_UNAUTHORIZED: '1' }).mode).toBe('live')
    expect(readConfig({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }).mode).toBe('sandbox')
  })

  it.each(['SMTP_URL', 'MAIL_FROM'])('sends emails, so it needs %s', (variable) => {
    expect(() => readConfig({ ...LIVE, [variable]: '' })).toThrow(new RegExp(`^${variable}: live mode needs`))
  })

  it.each([
    ['smtp://localhost:3025', '3025'],
    ['smtp://127.0.0.1:3025', '3025'],
    ['smtp://user:kx7fWq2Zp9@[::1]:3999', '3999'],
  ])('sends no email to a sandbox world: %s', (url, port) => {
    const start = () => readConfig({ ...LIVE, SMTP_URL: url, SANDBOX_SMTP_PORT: port })
    expect(start).toThrow('SMTP_URL: live mode sends no email to the sandbox world')
  })

  it.each([
    ['smtps://emails:a-password-of-their-own@mail.example.ng', 'at-once'],
    ['smtp://emails:a-password-of-their-own@mail.example.ng', 'starttls'],
    ['smtp://emails:a-password-of-their-own@localhost:587', 'starttls'],
    ['smtp://mail.example.ng', 'starttls'],
    ['smtp://localhost:25', 'none'],
  ])('lets no email off this machine and no password out without TLS: %s', (url, tls) => {
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

  it.each(['all', 'web', 'worker'])('does not start without PUBLIC_URL, as %s', (JARA_ROLE) => {
    const start = () => readConfig({ ...LIVE, JARA_ROLE, PUBLIC_URL: '' })
    expect(start).toThrow(/^PUBLIC_URL: live mode needs /)
  })

  it.each([
    'https://localhost',
    'https://wallet.localhost',
    'https://wallet',
    'https://wallet.example.ng.',
    'https://wallet.example.ng:8443',
    'https://203.0.113.10',
    'https://[2001:db8::1]',
    'https://0xcb00710a',
    'https://wallet.local',
    'https://wallet.internal',
    'https://wallet.test',
    'https://jara.example',
    'https://wallet.example.com',
    'https://wallet.invalid',
    'https://wallet.home.arpa',
    'https://my_wallet.example.ng',
  ])('does not start with a PUBLIC_URL that nobody out there can open, or under another origin: %s', (url) => {
    expect(() => readConfig({ ...LIVE, PUBLIC_URL: url })).toThrow(/^PUBLIC_URL: live mode /)
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

function messageOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    return (error as Error).message
  }
  return 'nothing was refused'
}
