import { createPrivateKey, X509Certificate } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIVE_SETTINGS } from '#tests/support/live-settings.ts'
import { selfSigned } from '#tests/support/self-signed.ts'
import { ConfigError, readConfig } from './config.ts'

const MODES = [
  ['sandbox', {}],
  ['live', LIVE_SETTINGS],
] as const

const BESIDE_CERT = 'set it beside TLS_CERT_FILE, or neither of them'
const LIVE_NEEDS_BOTH = 'live mode needs it and TLS_KEY_FILE, see "TLS from the proxy" in docs/operate/live-mode.md'

let folder: string
let own: { key: string; cert: string }
let other: { key: string; cert: string }
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-config-tls-'))
  own = inText(selfSigned())
  other = inText(selfSigned())
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

function inText({ key, cert }: { key: Buffer; cert: Buffer }) {
  return { key: String(key), cert: String(cert) }
}

function fileWith(content: string, mode = 0o600): string {
  const file = path.join(fs.mkdtempSync(path.join(folder, 'one-')), 'file.pem')
  fs.writeFileSync(file, content)
  fs.chmodSync(file, mode)
  return file
}

const pair = ({ cert = own.cert, key = own.key } = {}) => ({
  TLS_CERT_FILE: fileWith(cert, 0o644),
  TLS_KEY_FILE: fileWith(key),
})

describe.each(MODES)('TLS_CERT_FILE and TLS_KEY_FILE in %s mode', (mode, env) => {
  const said = (settings: object, now?: Date) =>
    messageOf(() => readConfig({ ...env, ...settings }, now === undefined ? {} : { now }))

  it('are what the app listens with, the chain behind the certificate too', () => {
    const chain = `of the app\n${own.cert}\nof its authority\r\n${other.cert}`
    const { tls } = readConfig({ ...env, ...pair({ cert: chain }) })
    expect(tls?.key).toBe(own.key)
    expect(tls?.certificates).toBe(`${own.cert.trim()}\n${other.cert.trim()}`)
  })

  it('are refused one without the other', () => {
    const { TLS_CERT_FILE, TLS_KEY_FILE } = pair()
    const isLive = mode === 'live'
    const noKey = isLive ? 'live mode needs the private key of the certificate in TLS_CERT_FILE' : BESIDE_CERT
    const noCertificate = isLive ? LIVE_NEEDS_BOTH : 'set it beside TLS_KEY_FILE, or neither of them'
    expect(said({ TLS_CERT_FILE })).toBe(`TLS_KEY_FILE: ${noKey}`)
    expect(said({ TLS_KEY_FILE })).toBe(`TLS_CERT_FILE: ${noCertificate}`)
  })

  it.each(['TLS_CERT_FILE', 'TLS_KEY_FILE'])('are refused in one sentence when %s cannot be read or used', (name) => {
    const what = name === 'TLS_CERT_FILE' ? 'certificate in PEM' : 'private key in PEM that opens without a password'
    const empty = fileWith('')
    const broken = fileWith((name === 'TLS_CERT_FILE' ? own.cert : own.key).replace(/\n.{20}/, '\n'))
    const large = fileWith(own.key.repeat(400))
    for (const [file, sentence] of [
      ['/nowhere/file.pem', 'there is no file /nowhere/file.pem'],
      [folder, `${folder} is no file`],
      [empty, `${empty} holds no ${what}`],
      [broken, `${broken} holds no ${what}`],
      [large, `${large} has more than ${name === 'TLS_CERT_FILE' ? 65_536 : 16_384} bytes`],
    ]) {
      expect(said({ ...pair(), [name]: file })).toBe(`${name}: ${sentence}`)
    }
  })

  it('are refused when they lie in each other’s place, and when the key opens with a password only', () => {
    const { TLS_CERT_FILE, TLS_KEY_FILE } = pair()
    expect(said({ TLS_CERT_FILE: TLS_KEY_FILE, TLS_KEY_FILE })).toBe(
      `TLS_CERT_FILE: ${TLS_KEY_FILE} holds no certificate in PEM`,
    )
    const how = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'word' } as const
    const locked = fileWith(String(createPrivateKey(own.key).export(how)))
    expect(said({ TLS_CERT_FILE, TLS_KEY_FILE: locked })).toBe(
      `TLS_KEY_FILE: ${locked} holds no private key in PEM that opens without a password`,
    )
  })

  it('are refused when the key is that of another certificate', () => {
    const settings = pair({ key: other.key })
    expect(said(settings)).toBe(
      `TLS_KEY_FILE: the key in ${settings.TLS_KEY_FILE} is not that of the certificate in TLS_CERT_FILE`,
    )
  })

  it('are refused from the moment the certificate ends, and before it begins', () => {
    const { validFromDate, validToDate } = new X509Certificate(own.cert)
    const settings = pair()
    const [begins, ends] = [validFromDate, validToDate].map((each) => each.toISOString().slice(0, 10))
    const justBefore = (moment: Date) => new Date(moment.getTime() - 1)
    expect(said(settings, validToDate)).toBe(
      `TLS_CERT_FILE: a certificate in ${settings.TLS_CERT_FILE} has ended on ${ends}`,
    )
    expect(said(settings, justBefore(validFromDate))).toBe(
      `TLS_CERT_FILE: a certificate in ${settings.TLS_CERT_FILE} begins on ${begins} only`,
    )
    for (const now of [validFromDate, justBefore(validToDate)])
      expect(readConfig({ ...env, ...settings }, { now }).mode).toBe(mode)
  })

  it('are refused when a certificate behind the first one has ended or cannot be read', () => {
    const ended = new Date(new X509Certificate(other.cert).validToDate)
    const late = pair({ cert: `${own.cert}${other.cert}` })
    expect(said(late, ended)).toMatch(/^TLS_CERT_FILE: a certificate in \S+ has ended on \S+$/)
    const broken = pair({ cert: `${own.cert}${other.cert.replace(/\n.{20}/, '\n')}` })
    expect(said(broken)).toBe(`TLS_CERT_FILE: ${broken.TLS_CERT_FILE} holds no certificate in PEM`)
  })

  it('are refused when no TLS can be spoken with them: a key that is too short', () => {
    const short = pair(inText(selfSigned(['rsa:1024'])))
    expect(said(short)).toMatch(/^TLS_CERT_FILE: no TLS can be spoken with it \(ERR_SSL_\w+\)$/)
  })

  it('are never quoted', () => {
    const lines = (text: string) => text.split('\n').filter((line) => /^[\w+/=]{16,}$/.test(line))
    expect(lines(own.key).length).toBeGreaterThan(1)
    const settings = pair()
    const { TLS_CERT_FILE, TLS_KEY_FILE } = settings
    for (const wrong of [
      { TLS_CERT_FILE: TLS_KEY_FILE, TLS_KEY_FILE: TLS_CERT_FILE },
      { TLS_CERT_FILE, TLS_KEY_FILE: fileWith(own.key.replace('-----END', '')) },
      pair({ key: other.key }),
      { TLS_CERT_FILE },
    ]) {
      const sentence = said(wrong)
      expect(sentence).toMatch(/^TLS_\w+_FILE: [^\n]+$/)
      for (const line of [own, other].flatMap(({ key, cert }) => lines(key + cert)))
        expect(sentence).not.toContain(line)
    }
  })

  it('are not read by a worker, which listens to nobody, nor by a command', () => {
    const nowhere = { TLS_CERT_FILE: '/nowhere/app.pem', TLS_KEY_FILE: '/nowhere/app.key' }
    for (const settings of [{}, nowhere, { TLS_CERT_FILE: '/nowhere/app.pem' }]) {
      expect(readConfig({ ...env, JARA_ROLE: 'worker', ...settings }).tls).toBeNull()
      expect(readConfig({ ...env, ...settings }, { listens: false }).tls).toBeNull()
    }
  })
})

it.each(['all', 'web'])('live mode refuses to listen in the clear, as %s', (JARA_ROLE) => {
  const start = () => readConfig({ ...LIVE_SETTINGS, JARA_ROLE })
  expect(start).toThrow(ConfigError)
  expect(messageOf(start)).toBe(`TLS_CERT_FILE: ${LIVE_NEEDS_BOTH}`)
  expect(fs.readFileSync(path.join(import.meta.dirname, '../../../docs/operate/live-mode.md'), 'utf8')).toContain(
    '\n## TLS from the proxy\n',
  )
})

it.each([0o640, 0o604, 0o660, 0o602, 0o644])(
  'live mode refuses a key of TLS that others may read or write: mode %o',
  (mode) => {
    const file = fileWith(own.key, mode)
    if (process.getuid?.() === 0) fs.chownSync(file, 0, 4_711)
    const settings = { ...pair(), TLS_KEY_FILE: file }
    expect(messageOf(() => readConfig({ ...LIVE_SETTINGS, ...settings }))).toBe(
      `TLS_KEY_FILE: ${file} can be read by others: live mode needs chmod 600 or 400`,
    )
    expect(readConfig(settings).tls?.key).toBe(own.key)
  },
)

it('sandbox mode serves plain http on localhost by default, and users open what it serves', () => {
  expect(readConfig({})).toMatchObject({ tls: null, host: 'localhost', publicUrl: 'http://localhost:3000' })
  expect(readConfig(pair())).toMatchObject({ publicUrl: 'https://localhost:3000' })
})

it('with TLS behind it, what people open is still PUBLIC_URL alone', () => {
  expect(readConfig({ ...pair(), PUBLIC_URL: 'http://wallet.localhost' }).publicUrl).toBe('http://wallet.localhost')
  expect(readConfig({ PUBLIC_URL: 'https://wallet.localhost' }).publicUrl).toBe('https://wallet.localhost')
})

function messageOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    return (error as Error).message
  }
  return 'nothing was refused'
}
