import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tlsFiles } from '#tests/support/self-signed.ts'
import { readConfig } from './config.ts'
import { isOpenToOthers } from './read-whole-file.ts'
import { SECRET_SETTINGS, SETTINGS } from './settings.ts'

const SECRETS: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://jara_app:kx7fWq2Zp9@localhost/jara',
  DATABASE_OWNER_URL: 'postgres://jara_owner:Rr4tT8vB2m@localhost/jara',
  DATABASE_LISTEN_URL: 'postgres://jara_app:Hh3nN7wC5k@localhost:5433/jara',
  JARA_SECRET: '7d1c0f9ab3e8452650d4c8f1e97b2a6310fe84bd59a7c236e1d05f8847a9b3c2',
  JARA_SECRET_BEFORE: '10fe84bd59a7c236e1d05f8847a9b3c27d1c0f9ab3e8452650d4c8f1e97b2a63',
  PAYSTACK_SECRET_KEY: 'sk_live_0123456789',
  VTPASS_API_KEY: 'a-key-of-their-own',
  VTPASS_PUBLIC_KEY: 'PK_of_their_own',
  VTPASS_SECRET_KEY: 'SK_of_their_own',
  VTPASS_CALLBACK_SECRET: 'a-callback-of-their-own',
  TERMII_API_KEY: 'a-termii-key-of-their-own',
  SMTP_URL: 'smtps://emails:a-password-of-their-own@mail.example.ng',
  ALARM_WEBHOOK_URL: 'https://alerts.example.ng/a-path-of-their-own',
  ALARM_WEBHOOK_SECRET: 'a-secret-of-their-own-of-32-characters',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-their-own',
}
const OPEN = {
  JARA_MODE: 'live',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example.ng',
  TERMII_URL: 'https://v3.api.termii.com',
  TERMII_SENDER_ID: 'Wallet',
  MAIL_FROM: 'emails@wallet.example.ng',
  PUBLIC_URL: 'https://wallet.example.ng',
  CONSOLE_ORIGIN: 'https://wallet.example.ng',
  TRUSTED_PROXIES: '127.0.0.1',
  ...tlsFiles(),
}

let folder: string
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-secrets-'))
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

function fileWith(content: string, mode = 0o600): string {
  const file = path.join(fs.mkdtempSync(path.join(folder, 'one-')), 'secret')
  fs.writeFileSync(file, content)
  fs.chmodSync(file, mode)
  return file
}

describe('a secret in a file', () => {
  it('works for every secret setting like the setting itself, with or without a line end', () => {
    const inFiles = Object.entries(SECRETS).map(([name, value], at) => [
      `${name}_FILE`,
      fileWith(`${value}${['', '\n', '\r\n'][at % 3]}`, at % 2 === 0 ? 0o600 : 0o400),
    ])
    expect(readConfig({ ...OPEN, ...Object.fromEntries(inFiles) })).toEqual(readConfig({ ...OPEN, ...SECRETS }))
  })

  it('is looked for behind every setting that docs/reference/security/keys.md or a name calls a secret, and behind no other', () => {
    expect(Object.keys(SECRETS).sort()).toEqual([...SECRET_SETTINGS].sort())
    // A setting that names a file is not a secret itself, nor is Node's own switch.
    const own = Object.keys(SETTINGS).filter((name) => !/_FILE$|^NODE_/.test(name))
    const keys = own.filter((name) =>
      /SECRET|KEY|PASSWORD|TOKEN|(?:DATABASE|OWNER|LISTEN|SMTP|WEBHOOK)_URL|_HEADERS$/.test(name),
    )
    expect([...new Set(keys)].sort()).toEqual([...SECRET_SETTINGS].sort())
    expect(readConfig({ PORT_FILE: '/nowhere', JARA_BRAND_FILE: fileWith('Kudi') })).toMatchObject({ brand: 'Jara' })
  })

  const CONTENT = 'sk_test_do-not-show-this'
  it.each([
    [
      'the setting is there too',
      () => ({ file: fileWith(CONTENT), value: CONTENT }),
      'set either this or the setting itself',
    ],
    ['there is none', () => ({ file: '/nowhere/secret' }), 'there is no file /nowhere/secret'],
    ['it is empty', () => ({ file: fileWith('') }), 'is empty'],
    ['it is an empty line', () => ({ file: fileWith('\n') }), 'is empty'],
    ['it is a folder', () => ({ file: folder }), 'is no file'],
    ['it is large', () => ({ file: fileWith(CONTENT.repeat(400)) }), 'has more than 8192 bytes'],
    ['it has two lines', () => ({ file: fileWith(`${CONTENT}\n${CONTENT}\n`) }), 'has more than one line of text'],
    ['it is no text', () => ({ file: fileWith(`${CONTENT}\0`) }), 'has more than one line of text'],
  ])('is refused in one sentence that shows nothing of it when %s', (_, make, sentence) => {
    const { file, value } = make() as { file: string; value?: string }
    const env = { PAYSTACK_SECRET_KEY_FILE: file, ...(value === undefined ? {} : { PAYSTACK_SECRET_KEY: value }) }
    const said = messageOf(() => readConfig(env))
    expect(said).toMatch(/^PAYSTACK_SECRET_KEY_FILE: [^\n]+$/)
    expect(said).toContain(sentence)
    expect(said).not.toContain('do-not-show-this')
  })

  it('is not waited for when it is a pipe that nobody writes to', () => {
    const pipe = path.join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    expect(messageOf(() => readConfig({ JARA_SECRET_FILE: pipe }))).toBe(`JARA_SECRET_FILE: ${pipe} is no file`)
  })

  it('reveals nothing of its content when that is wrong', () => {
    for (const name of SECRET_SETTINGS.filter((each) => each !== 'VTPASS_API_KEY')) {
      const said = messageOf(() => readConfig({ [`${name}_FILE`]: fileWith('short9') }))
      expect(said).toMatch(new RegExp(`^${name}: `))
      expect(said).not.toContain('short9')
    }
  })

  it.each([0o640, 0o604, 0o660, 0o602, 0o644])(
    'is refused in live mode when others may read or write it: mode %o',
    (mode) => {
      const file = fileWith(SECRETS.JARA_SECRET ?? '', mode)
      if (process.getuid?.() === 0) fs.chownSync(file, 0, 4_711)
      const live = { ...OPEN, ...SECRETS, JARA_SECRET: '', JARA_SECRET_FILE: file }
      expect(messageOf(() => readConfig(live))).toBe(
        `JARA_SECRET_FILE: ${file} can be read by others: live mode needs chmod 600 or 400`,
      )
      expect(readConfig({ JARA_SECRET_FILE: file }).secretHex).toBe(SECRETS.JARA_SECRET)
    },
  )

  it('may belong to root and its group, as systemd shows what only the user of a service can read', () => {
    expect(isOpenToOthers({ mode: 0o100440, gid: 0 })).toBe(false)
    expect(isOpenToOthers({ mode: 0o100460, gid: 0 })).toBe(true)
    expect(isOpenToOthers({ mode: 0o100444, gid: 0 })).toBe(true)
    expect(isOpenToOthers({ mode: 0o100440, gid: 1 })).toBe(true)
  })
})

describe('a process that does a part of the work', () => {
  const live = { ...OPEN, ...SECRETS }
  const without = (role: string, ...names: string[]) =>
    readConfig({ ...live, JARA_ROLE: role, ...Object.fromEntries(names.map((name) => [name, ''])) })

  it('needs no mail server when it is a web process, and no secret of callbacks when it is a worker', () => {
    expect(without('web', 'SMTP_URL', 'MAIL_FROM').role).toBe('web')
    expect(without('worker', 'VTPASS_CALLBACK_SECRET').role).toBe('worker')
  })

  it.each([
    ['worker', 'SMTP_URL'],
    ['worker', 'MAIL_FROM'],
    ['all', 'SMTP_URL'],
    ['web', 'VTPASS_CALLBACK_SECRET'],
    ['all', 'VTPASS_CALLBACK_SECRET'],
    ['web', 'JARA_SECRET'],
    ['worker', 'PAYSTACK_SECRET_KEY'],
  ])('as %s does not start without %s', (role, name) => {
    expect(() => without(role, name)).toThrow(new RegExp(`^${name}: live mode needs`))
  })

  it('holds what it is given all the same to the same rules', () => {
    expect(() => readConfig({ ...live, JARA_ROLE: 'worker', VTPASS_CALLBACK_SECRET: 'callback'.repeat(3) })).toThrow(
      /^VTPASS_CALLBACK_SECRET: /,
    )
    expect(() => readConfig({ ...live, JARA_ROLE: 'web', SMTP_URL: 'smtp://localhost:3025' })).toThrow(/^SMTP_URL: /)
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
