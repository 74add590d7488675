import { describe, expect, it } from 'vitest'
import { LIVE_SETTINGS } from '#tests/support/live-settings.ts'
import { tlsFiles } from '#tests/support/self-signed.ts'
import { readConfig } from './config.ts'

const WALLET = 'https://wallet.example.ng'
const CONSOLE = 'https://console.example.ng'
const DATABASE_URL = 'postgres://jara@localhost/jara'

describe('the console', () => {
  it.each([
    ['without an address of its own', {}, { consoleUrl: WALLET, servesCustomers: true, servesConsole: true }],
    [
      'named at that of the wallet',
      { CONSOLE_ORIGIN: `${WALLET}/` },
      { consoleUrl: WALLET, servesCustomers: true, servesConsole: true },
    ],
    [
      'named elsewhere',
      { CONSOLE_ORIGIN: CONSOLE },
      { consoleUrl: CONSOLE, servesCustomers: true, servesConsole: false },
    ],
    [
      'named elsewhere, for a web process',
      { CONSOLE_ORIGIN: CONSOLE, JARA_ROLE: 'web' },
      { consoleUrl: CONSOLE, servesCustomers: true, servesConsole: false },
    ],
    [
      'as a process of its own',
      { CONSOLE_ORIGIN: CONSOLE, JARA_ROLE: 'console' },
      { consoleUrl: CONSOLE, servesCustomers: false, servesConsole: true },
    ],
    [
      'beside a worker',
      { CONSOLE_ORIGIN: CONSOLE, JARA_ROLE: 'worker' },
      { consoleUrl: CONSOLE, servesCustomers: false, servesConsole: false },
    ],
  ])('%s: who is served where', (_, settings, expected) => {
    expect(readConfig({ PUBLIC_URL: WALLET, DATABASE_URL, ...settings })).toMatchObject(expected)
  })

  it.each([
    [
      'without an address',
      { JARA_ROLE: 'console', DATABASE_URL },
      /^JARA_ROLE: a console process needs CONSOLE_ORIGIN/,
    ],
    ['at the address of the wallet', { JARA_ROLE: 'console', DATABASE_URL, CONSOLE_ORIGIN: WALLET }, /^JARA_ROLE:/],
    ['elsewhere on the embedded database', { CONSOLE_ORIGIN: CONSOLE }, /^CONSOLE_ORIGIN: .+ needs DATABASE_URL/],
    ['at something that is no address', { CONSOLE_ORIGIN: 'console.example.ng' }, /^CONSOLE_ORIGIN: an http or https/],
  ])('%s is refused in any mode', (_, settings, sentence) => {
    expect(() => readConfig({ PUBLIC_URL: WALLET, ...settings })).toThrow(sentence)
  })

  it.each(['all', 'web', 'console'])('has to be named in live mode by a process with the role %s', (JARA_ROLE) => {
    const live = { ...LIVE_SETTINGS, ...tlsFiles(), JARA_ROLE }
    expect(readConfig(live).consoleUrl).toBe(CONSOLE)
    expect(() => readConfig({ ...live, CONSOLE_ORIGIN: '' })).toThrow(/^(?:JARA_ROLE|CONSOLE_ORIGIN): /)
  })

  it('need not be named for a worker in live mode', () => {
    expect(readConfig({ ...LIVE_SETTINGS, JARA_ROLE: 'worker', CONSOLE_ORIGIN: '' }).servesConsole).toBe(false)
  })
})
