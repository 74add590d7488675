import fs from 'node:fs'
import path from 'node:path'
import type { LiveSetting, Starter } from '#server/platform/config/live-setting.ts'
import { LIVE_TABLE } from '#server/platform/config/live-table.ts'

const file = path.join(import.meta.dirname, '..', 'docs', 'live-mode.md')
const BEGIN = '<!-- made from server/platform/config/live-table.ts by scripts/write-live-doc.ts: begin -->'
const END = '<!-- end -->'
const EVERY_STARTER = ['all', 'web', 'worker', 'console', 'command'] as const satisfies readonly Starter[]
/** Longer examples are cut. */
const EXAMPLE_MAX_LENGTH = 48

/** The table of settings in docs/live-mode.md, made from the one that a start checks. */
function liveTable(): string {
  return [
    '| setting | needed by | without it | why | refused, among others |',
    '| --- | --- | --- | --- | --- |',
    ...Object.entries(LIVE_TABLE).map(([name, row]) => {
      const { why, wrong } = row
      return `| \`${name}\` | ${starters(row.neededBy)} | ${withoutIt(row)} | ${why} | ${wrong.map(example).join(' ')} |`
    }),
  ].join('\n')
}

function starters(neededBy: readonly Starter[]): string {
  if (neededBy.length === 0) return 'nobody'
  if (EVERY_STARTER.every((each) => neededBy.includes(each))) return 'every role, commands'
  return neededBy.map((each) => (each === 'command' ? 'commands' : `\`${each}\``)).join(', ')
}

function withoutIt({ neededBy, otherwise }: LiveSetting): string {
  if (neededBy.length > 0) return 'no start'
  return otherwise === undefined ? 'none' : `\`${otherwise}\``
}

function example(text: string): string {
  return `\`${text.length > EXAMPLE_MAX_LENGTH ? `${text.slice(0, EXAMPLE_MAX_LENGTH)}…` : text}\``
}

/** The document with its generated part brought up to date. */
export function withLiveTable(document: string): string {
  const [before, rest] = document.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined) throw new Error(`docs/live-mode.md has lost its marks: ${BEGIN}`)
  return `${before}${BEGIN}\n\n${liveTable()}\n\n${END}${after}`
}

if (process.argv[1] === import.meta.filename) fs.writeFileSync(file, withLiveTable(fs.readFileSync(file, 'utf8')))
