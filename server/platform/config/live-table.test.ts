import { describe, expect, it } from 'vitest'
import { LIVE_SETTINGS } from '#tests/support/live-settings.ts'
import { tlsFiles } from '#tests/support/self-signed.ts'
import { readFromRoot } from '#tests/support/shown-by.ts'
import { withLiveTable } from '../../../scripts/write-live-doc.ts'
import { readConfig } from './config.ts'
import { environment, type SettingName } from './environment.ts'
import type { Starter } from './live-setting.ts'
import { LIVE_TABLE } from './live-table.ts'
import { SECRET_SETTINGS } from './secrets.ts'

const LIVE: Readonly<Record<string, string>> = { ...LIVE_SETTINGS, ...tlsFiles() }
const STARTERS = ['all', 'web', 'worker', 'console', 'command'] as const satisfies readonly Starter[]
const NAMES = Object.keys(LIVE_TABLE) as SettingName[]

function start(starter: Starter, settings: Readonly<Record<string, string>>) {
  return starter === 'command'
    ? readConfig({ ...LIVE, ...settings }, { listens: false })
    : readConfig({ ...LIVE, JARA_ROLE: starter, ...settings })
}

function saidBy(starter: Starter, settings: Readonly<Record<string, string>>): readonly string[] {
  try {
    start(starter, settings)
    return []
  } catch (error) {
    return (error as Error).message.split('\n')
  }
}

it('the table has every setting there is, each with its reason and with something that is refused', () => {
  expect([...NAMES].sort()).toEqual(Object.keys(environment.shape).sort())
  for (const name of NAMES) {
    const { neededBy, needs, why, wrong } = LIVE_TABLE[name]
    expect({ name, isNeeded: neededBy.length > 0, hasReason: why !== '', hasWrong: wrong.length > 0 }).toEqual({
      name,
      isNeeded: needs !== undefined,
      hasReason: true,
      hasWrong: true,
    })
  }
})

it('the settings of the tests are those that somebody needs, and no other', () => {
  const needed = NAMES.filter((name) => LIVE_TABLE[name].neededBy.length > 0)
  expect(Object.keys(LIVE).sort()).toEqual([...needed, 'JARA_MODE'].sort())
  for (const starter of STARTERS) expect(start(starter, {}).mode).toBe('live')
})

describe.each(STARTERS)('live mode as %s', (starter) => {
  const needed = NAMES.filter((name) => LIVE_TABLE[name].neededBy.includes(starter))
  it.each(needed)('does not start without %s, and says so alone', (name) => {
    expect(saidBy(starter, { [name]: '' })).toEqual([`${name}: live mode needs ${LIVE_TABLE[name].needs}`])
  })

  it.each(NAMES.filter((name) => !needed.includes(name) && name !== 'JARA_MODE'))(
    'starts without %s, as if it were what the table says',
    (name) => {
      const { otherwise } = LIVE_TABLE[name]
      const without = start(starter, { [name]: '' })
      if (otherwise !== undefined && name !== 'DATA_DIR') expect(without).toEqual(start(starter, { [name]: otherwise }))
      expect(without.mode).toBe('live')
    },
  )

  const wrong = NAMES.flatMap((name) => {
    const { readBy = STARTERS, wrong: examples } = LIVE_TABLE[name]
    return readBy.includes(starter) ? examples.map((value) => ({ name, value })) : []
  })
  it.each(wrong)('does not start with $name=$value, and says so alone', ({ name, value }) => {
    const said = saidBy(starter, { [name]: value })
    expect(said.length).toBeGreaterThan(0)
    for (const line of said) expect(line).toMatch(new RegExp(`^${name}: .{8,}`))
    const isSecret = (SECRET_SETTINGS as readonly string[]).includes(name)
    if (isSecret) expect(said.join()).not.toContain(value)
  })

  it('names everything that is missing at once', () => {
    const said = saidBy(starter, Object.fromEntries(needed.map((name) => [name, ''])))
    const names = said.map((line) => line.slice(0, line.indexOf(':')))
    expect(names).toEqual(needed.filter((name) => name !== 'TLS_KEY_FILE'))
  })
})

it('without JARA_MODE it is a sandbox, which refuses a live key', () => {
  expect(saidBy('all', { JARA_MODE: '' })).toEqual(['PAYSTACK_SECRET_KEY: a live key in sandbox mode'])
})

describe('a folder', () => {
  it('is a path from the root where it is set, and has to be where backups are made', () => {
    expect(start('all', { DATA_DIR: '/var/lib/jara', BACKUP_EVERY_MINUTES: '60' }).backups).toEqual({
      folder: '/var/lib/jara/backups',
      everyMinutes: 60,
    })
    expect(start('all', { BACKUP_DIR: '/mnt/other', BACKUP_EVERY_MINUTES: '60' }).backups.folder).toBe('/mnt/other')
    expect(saidBy('all', { BACKUP_EVERY_MINUTES: '60' })).toEqual([
      'BACKUP_EVERY_MINUTES: live mode needs BACKUP_DIR for that',
    ])
  })
})

describe('a proxy', () => {
  it.each(['127.0.0.1', '127.0.0.1,::1', ' 10.0.0.2 , 10.1.0.0/24 ', '2400:cb00::/32', '104.16.0.0/13'])(
    'is believed as TRUSTED_PROXIES=%j',
    (TRUSTED_PROXIES) => {
      const expected = TRUSTED_PROXIES.split(',').map((each) => each.trim())
      expect(start('web', { TRUSTED_PROXIES }).trustedProxies).toEqual(expected)
    },
  )

  it('lets the app listen beyond this machine when it is beyond it too', () => {
    const listen = (TRUSTED_PROXIES: string) => saidBy('web', { HOST: '0.0.0.0', TRUSTED_PROXIES })
    expect(listen('127.0.0.1, 172.17.0.1')).toEqual([])
    for (const here of ['127.0.0.1', '127.0.0.0/8', '::1', '::ffff:127.0.0.1'])
      expect(listen(here)).toEqual([
        'HOST: live mode listens beyond this machine only behind the proxies named in TRUSTED_PROXIES',
      ])
  })
})

it('docs/live-mode.md shows the table, and ARCHITECTURE.md names what is needed', () => {
  const document = readFromRoot('docs/live-mode.md')
  expect(document).toBe(withLiveTable(document))
  const starts = /^\| starts with \|[^|]*\|([^|]*)\|$/m.exec(readFromRoot('ARCHITECTURE.md'))?.[1] ?? ''
  const named = starts.match(/(?<=`)[A-Z_]+(?=`)/g) ?? []
  expect(named).toEqual(NAMES.filter((name) => LIVE_TABLE[name].neededBy.includes('all')))
})
