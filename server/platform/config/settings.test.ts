import { describe, expect, it } from 'vitest'
import { LIVE_SETTINGS } from '#tests/support/live-settings.ts'
import { tlsFiles } from '#tests/support/self-signed.ts'
import { readFromRoot } from '#tests/support/shown-by.ts'
import { WRITTEN } from '../../../scripts/write-settings.ts'
import { readConfig } from './config.ts'
import { defaultIn, type Starter } from './setting.ts'
import { ROWS, SECRET_SETTINGS, SETTINGS, type SettingName } from './settings.ts'

const LIVE: Readonly<Record<string, string>> = { ...LIVE_SETTINGS, ...tlsFiles() }
const STARTERS = ['all', 'web', 'worker', 'console', 'command'] as const satisfies readonly Starter[]
const NAMES = ROWS.map(([name]) => name)
const ROW_OF = new Map(ROWS)
const row = (name: SettingName) => ROW_OF.get(name) ?? expect.fail(`there is no row of ${name}`)
const neededBy = (name: SettingName): readonly Starter[] => row(name).live.neededBy ?? []

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

it('each setting has its meaning, its reason and something that is refused, and says what is needed where it is', () => {
  for (const [name, { meaning, live }] of ROWS) {
    const { neededBy: starters = [], needs, why, wrong } = live
    expect({
      name,
      isNeeded: starters.length > 0,
      texts: [meaning, why].includes(''),
      hasWrong: wrong.length > 0,
    }).toEqual({
      name,
      isNeeded: needs !== undefined,
      texts: false,
      hasWrong: true,
    })
  }
})

it('a field of the configuration is the target of a setting, or says whom a process serves', () => {
  const targets = new Set(ROWS.map(([, { target }]) => target))
  const ofRole = ['servesCustomers', 'servesConsole']
  const fields = Object.keys(readConfig({}))
  expect(fields.filter((field) => !targets.has(field)).sort()).toEqual(ofRole.sort())
  expect([...targets].filter((target) => target !== null && !fields.includes(target))).toEqual([])
})

it('the sentence of a setting that covers another one is that of a setting', () => {
  const covering = ROWS.flatMap(([, { live }]) => live.saidWith ?? [])
  expect(covering.filter((name) => !Object.hasOwn(SETTINGS, name))).toEqual([])
})

it('the settings of the tests are those that somebody needs, and no other', () => {
  const needed = NAMES.filter((name) => neededBy(name).length > 0)
  expect(Object.keys(LIVE).sort()).toEqual([...needed, 'JARA_MODE'].sort())
  for (const starter of STARTERS) expect(start(starter, {}).mode).toBe('live')
})

describe.each(STARTERS)('live mode as %s', (starter) => {
  const needed = NAMES.filter((name) => neededBy(name).includes(starter))
  it.each(needed)('does not start without %s, and says so alone', (name) => {
    expect(saidBy(starter, { [name]: '' })).toEqual([`${name}: live mode needs ${row(name).live.needs}`])
  })

  it.each(NAMES.filter((name) => !needed.includes(name) && name !== 'JARA_MODE'))(
    'starts without %s, as if it were what the table says',
    (name) => {
      const otherwise = defaultIn(row(name), 'live')
      const without = start(starter, { [name]: '' })
      if (otherwise !== undefined && name !== 'DATA_DIR') expect(without).toEqual(start(starter, { [name]: otherwise }))
      expect(without.mode).toBe('live')
    },
  )

  const wrong = NAMES.flatMap((name) => {
    const { readBy = STARTERS, wrong: examples } = row(name).live
    return readBy.includes(starter) ? examples.map((value) => ({ name, value })) : []
  })
  it.each(wrong)('does not start with $name=$value, and says so alone', ({ name, value }) => {
    const said = saidBy(starter, { [name]: value })
    expect(said.length).toBeGreaterThan(0)
    for (const line of said) expect(line).toMatch(new RegExp(`^${name}: .{8,}`))
    const isSecret = SECRET_SETTINGS.includes(name)
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

it.each(Object.entries(WRITTEN))('%s says what the rows say: run npx node scripts/write-settings.ts', (file, write) => {
  const text = readFromRoot(file)
  expect(text).toBe(write(text))
})

it('ARCHITECTURE.md names what live mode needs', () => {
  const starts = /^\| starts with \|[^|]*\|([^|]*)\|$/m.exec(readFromRoot('ARCHITECTURE.md'))?.[1] ?? ''
  const named = starts.match(/(?<=`)[A-Z_]+(?=`)/g) ?? []
  expect(named).toEqual(NAMES.filter((name) => neededBy(name).includes('all')))
})

it.each(['environment/jara.env', 'systemd/jara-web@.service', 'systemd/jara-worker.service'])(
  'deploy/%s sets no other settings, and puts secrets alone into files',
  (file) => {
    const variables = readFromRoot(`deploy/${file}`).match(/(?<=^|[ =])[A-Z][A-Z_]+(?==)/gm) ?? []
    const known: readonly string[] = [...NAMES, ...SECRET_SETTINGS.map((name) => `${name}_FILE`)]
    expect(variables.length).toBeGreaterThan(3)
    expect(variables.filter((each) => !known.includes(each))).toEqual([])
  },
)
