import fs from 'node:fs'
import path from 'node:path'
import { defaultIn, type Starter } from '#server/platform/config/setting.ts'
import { type AnyRow, ROWS, SECRET_SETTINGS, type SettingName } from '#server/platform/config/settings.ts'

/**
 * Writes everything that repeats the settings: tables and lists between marks in documents, and the setting names for
 * scripts that an old Node runs. A test keeps each file current.
 */

const EVERY_STARTER = ['all', 'web', 'worker', 'console', 'command'] as const satisfies readonly Starter[]
/** Longer examples are cut. */
const EXAMPLE_MAX_LENGTH = 48
/** The headings in docs/reference/settings.md, by the setting that follows each. */
const HEADINGS: Readonly<Partial<Record<SettingName, string>>> = {
  JARA_MODE: 'Mode and role',
  PUBLIC_URL: 'Addresses',
  DATABASE_URL: 'Books and backups',
  JARA_SECRET: 'The installation’s secret',
  PROVIDERS: 'Providers and SMS',
  SMTP_URL: 'Emails',
  JARA_BRAND: 'Names and channels',
  PRICE_LIST: 'Prices and notices',
  EMAIL_PROOF: 'Safeguards',
  REQUESTS_PER_MINUTE: 'Load',
  ALARM_EMAILS: 'Alarms',
  METRICS_ADDRESS: 'Metrics, traces and logs',
  SANDBOX_PORT: 'The sandbox world',
}

/** Files by path from the root, each with the function that updates its text. */
export const WRITTEN: Readonly<Record<string, (text: string) => string>> = {
  'docs/reference/settings.md': (text) =>
    withPart(withPart(text, 'meanings', block(meanings())), 'demands', block(demands())),
  'docs/operate/live-mode.md': (text) => withPart(text, 'secrets', block(secrets())),
  'ARCHITECTURE.md': (text) => withPart(text, 'needs', ` ${names(ROWS.filter(isNeededByAll))} `),
  'scripts/lib/setting-names.js': settingNames,
}

function withPart(text: string, part: string, written: string): string {
  const begin = `<!-- ${part} of settings, made by scripts/write-settings.ts: begin -->`
  const end = '<!-- end -->'
  const [before, rest] = text.split(begin)
  const [, ...after] = rest?.split(end) ?? []
  if (before === undefined || after.length === 0) throw new Error(`a document lacks its mark: ${begin}`)
  return `${before}${begin}${written}${end}${after.join(end)}`
}

const block = (lines: readonly string[]) => `\n\n${lines.join('\n')}\n\n`
const isNeededByAll = ([, { live }]: (typeof ROWS)[number]) => live.neededBy?.includes('all') === true
const names = (rows: typeof ROWS) => rows.map(([name]) => `\`${name}\``).join(', ')

function meanings(): string[] {
  return ROWS.flatMap(([name, row]) => {
    const { meaning, secret } = row
    const line = `| \`${name}\` | ${unset(row)} | ${meaning}${secret === true ? ' *Secret.*' : ''} |`
    const heading = HEADINGS[name]
    if (heading === undefined) return [line]
    return ['', `**${heading}**`, '', '| setting | default | meaning |', '| --- | --- | --- |', line]
  }).slice(1)
}

function unset(row: AnyRow): string {
  if (row.unset !== undefined) return row.unset
  const [inSandbox, inLive] = [defaultIn(row, 'sandbox'), defaultIn(row, 'live')]
  if (inSandbox === inLive) return inLive === undefined ? 'none' : `\`${inLive}\``
  return [
    ...(inSandbox === undefined ? [] : [`\`${inSandbox}\``]),
    ...(inLive === undefined ? [] : [`in live mode \`${inLive}\``]),
  ].join(', ')
}

function demands(): string[] {
  return [
    '| setting | needed by | without it | why | refused, among others |',
    '| --- | --- | --- | --- | --- |',
    ...ROWS.map(([name, row]) => {
      const { neededBy = [], why, wrong } = row.live
      return `| \`${name}\` | ${starters(neededBy)} | ${withoutIt(row)} | ${why} | ${wrong.map(example).join(' ')} |`
    }),
  ]
}

function starters(neededBy: readonly Starter[]): string {
  if (neededBy.length === 0) return 'nobody'
  if (EVERY_STARTER.every((each) => neededBy.includes(each))) return 'every role, commands'
  return neededBy.map((each) => (each === 'command' ? 'commands' : `\`${each}\``)).join(', ')
}

function withoutIt(row: AnyRow): string {
  if (row.live.neededBy !== undefined) return 'no start'
  const text = defaultIn(row, 'live')
  return text === undefined ? 'none' : `\`${text}\``
}

function example(text: string): string {
  return `\`${text.length > EXAMPLE_MAX_LENGTH ? `${text.slice(0, EXAMPLE_MAX_LENGTH)}…` : text}\``
}

function secrets(): string[] {
  return SECRET_SETTINGS.map((name) => `- \`${name}\``)
}

/** Leaves out Node's own settings, which every program may see. */
function settingNames(): string {
  const own = ROWS.filter(([name]) => !name.startsWith('NODE_'))
  const list = (rows: typeof ROWS) => `[\n${rows.map(([name]) => `  '${name}',\n`).join('')}]`
  return [
    '// Made by scripts/write-settings.ts, for a Node that cannot read server/platform/config/settings.ts.',
    '',
    '/** The settings of the app. */',
    `export const APP_SETTINGS = ${list(own)}`,
    '',
    '/** Those of them that the sandbox world reads too: of the secrets only the keys that both of them know. */',
    `export const SHARED_SETTINGS = ${list(own.filter(([, row]) => row.sharedWithSandbox === true))}`,
    '',
  ].join('\n')
}

if (process.argv[1] === import.meta.filename) {
  for (const [name, write] of Object.entries(WRITTEN)) {
    const file = path.join(import.meta.dirname, '..', name)
    fs.writeFileSync(file, write(fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''))
  }
}
