import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { accountEventKind } from '#contract/account-events.ts'
import { ALERT_KINDS } from '#contract/alert-kinds.ts'
import { ALARM_KINDS } from '#server/outbox/alarms/alarm-kinds.ts'
import { JOB_KINDS } from '#server/outbox/jobs/job-kinds.ts'

/**
 * Platform delivers whatever higher rooms give it, so it names none of that. Import rules alone do not ensure it: a
 * name is a string, which needs no import.
 */

const ROOT = path.join(import.meta.dirname, '../..')
const PLATFORM = path.join(ROOT, 'server/platform')

const NAMES = [
  ...new Set([
    ...Object.keys(ALERT_KINDS),
    ...Object.keys(ALARM_KINDS),
    ...Object.keys(JOB_KINDS),
    ...accountEventKind.options,
  ]),
]

/** Common words that platform uses in another sense: a mail server's refusal, a reserved domain, a driver's event. */
const OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  email: ['email/smtp-mailer.ts', 'email/smtp-refusals.ts'],
  test: ['config/public-name.ts'],
  notice: ['db/postgres.ts'],
}

const sources = fs
  .readdirSync(PLATFORM, { recursive: true, encoding: 'utf8' })
  .map((name) => name.split(path.sep).join('/'))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => ({ name, text: fs.readFileSync(path.join(PLATFORM, name), 'utf8') }))

/** A name with a hyphen is always a match; a single word must be a whole string. */
function namesIn(text: string): string[] {
  return NAMES.filter((name) =>
    (name.includes('-') ? new RegExp(`(?<![\\w-])${name}(?![\\w-])`) : new RegExp(`(['"\`])${name}\\1`)).test(text),
  )
}

describe('platform', () => {
  it.each(sources)('names no alert, alarm, job or account event: $name', ({ name, text }) => {
    expect(namesIn(text).filter((each) => !OTHERWISE[each]?.includes(name))).toEqual([])
  })

  it('knows no kobo outside its settings', () => {
    const knowing = sources.filter(({ name, text }) => /kobo/i.test(text) && !name.startsWith('config/'))
    expect(knowing.map(({ name }) => name)).toEqual([])
  })

  it('has no exception here that it does not need', () => {
    const needed = sources.flatMap(({ name, text }) => namesIn(text).map((each) => `${each} ${name}`))
    const allowed = Object.entries(OTHERWISE).flatMap(([each, files]) => files.map((name) => `${each} ${name}`))
    expect(needed.toSorted()).toEqual(allowed.toSorted())
  })
})

describe.each(Object.entries(JOB_KINDS))('the job %s', (kind, { queuedBy }) => {
  it('is named by the file or folder that its row names', () => {
    const place = path.join(ROOT, 'server', queuedBy)
    const files = fs.statSync(place).isDirectory()
      ? fs
          .readdirSync(place, { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'job-kinds.ts')
          .map((name) => path.join(place, name))
      : [place]
    expect(files.some((file) => fs.readFileSync(file, 'utf8').includes(`'${kind}'`))).toBe(true)
  })
})
