import fs from 'node:fs'
import path from 'node:path'
import type { Clock } from '#server/platform/clock.ts'
import { CLOCK_BOUND_MS } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Logger } from '#server/platform/log.ts'
import { writeBackup } from './file.ts'
import type { Verification, VerifyBackup } from './verify-own.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** One backup a day is restored and audited, so an unusable one is noticed while an older one still works. */
const VERIFIED_EVERY_MS = 24 * HOUR_MS
/** The shortest wait after a verification. */
const VERIFIED_AGAIN_MS = HOUR_MS
/** The first backup follows a start this soon: it saves the last process's work without delaying the start. */
const FIRST_AFTER_MS = 60_000
/** Backups kept: the newest ones, plus the newest of each of the last days. */
const NEWEST_KEPT = 12
const DAYS_KEPT = 7
const OWN = /^jara-auto-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z\.backup$/
/** The suffix of the empty file beside a verified backup. */
const VERIFIED = '.verified'

export type OwnBackups = {
  /** Stops making backups, waits for the one under way, and ends a verification. */
  stop(): Promise<void>
}

/** Raises an alarm about a backup, once per subject. */
type AlarmBackup = (of: { readonly subjectId: string; readonly detail: string }) => Promise<void>
type OwnDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly alarm: AlarmBackup
}

/**
 * A running installation backs itself up, because the embedded database admits no other program. Each backup is read
 * back before it counts, and one a day is restored elsewhere and audited. A failed one raises an alarm; the next is
 * made at its usual time.
 */
export function startOwnBackups(
  deps: OwnDeps,
  of: {
    readonly folder: string
    readonly secret: Uint8Array
    readonly everyMinutes: number
    /** Null: operators verify backups elsewhere. */
    readonly verify: VerifyBackup | null
  },
): OwnBackups {
  let inHand: Promise<void> = Promise.resolve()
  let verified: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let verification: Verification | null = null
  // By the monotonic clock, in ms.
  let notBeforeMs = 0

  function later(ms: number): void {
    timer = setTimeout(() => {
      inHand = backUpOnce(deps, { ...of, inUse: verification?.file }).then((file) => {
        later(of.everyMinutes * MINUTE_MS)
        if (file !== null) verifyIfDue(file)
      })
    }, ms)
    timer.unref()
  }
  /** Nothing waits for a verification: the next backup is made meanwhile. */
  function verifyIfDue(file: string): void {
    if (of.verify === null || verification !== null || performance.now() < notBeforeMs) return
    if (!isVerificationDue(of.folder, deps.clock.now())) return
    verification = of.verify(file)
    verified = keepVerdict(deps, verification).then(() => {
      verification = null
      notBeforeMs = performance.now() + VERIFIED_AGAIN_MS
    })
  }
  later(Math.max(FIRST_AFTER_MS, of.everyMinutes * MINUTE_MS - ageOfNewestMs(of.folder, deps.clock.now())))
  return {
    async stop() {
      clearTimeout(timer)
      verification?.stop()
      await inHand
      clearTimeout(timer)
      verification?.stop()
      await verified
    },
  }
}

/** Makes one backup and removes old ones. Returns its file, or null after raising an alarm. Never throws. */
export async function backUpOnce(
  deps: OwnDeps,
  of: { readonly folder: string; readonly secret: Uint8Array; readonly inUse?: string | undefined },
): Promise<string | null> {
  const { database, clock, log } = deps
  const now = clock.now()
  try {
    const { file, bytes } = await writeBackup({ database, file: ownFile(of.folder, now), secret: of.secret, now })
    log.info({ file, bytes }, 'backed up')
    removeOld(of.folder, now, of.inUse)
    return file
  } catch (error) {
    log.error({ err: error }, 'the backup failed')
    const reason = error instanceof Error ? error.message : error
    await tellOperators(deps, { subjectId: dayOf(now), detail: `no backup was made: ${reason}` })
    return null
  }
}

/** Waits for a verification, then marks the backup as good or raises an alarm. Never throws. */
export async function keepVerdict(deps: OwnDeps, { file, verdict }: Verification): Promise<void> {
  const { log, clock } = deps
  try {
    const found = await verdict
    if (found === 'stopped') return
    if (found === 'good') {
      fs.writeFileSync(`${file}${VERIFIED}`, '', { mode: 0o600 })
      log.info({ file }, 'the backup was restored and audited')
      return
    }
    const name = path.basename(file)
    const detail =
      'wrong' in found
        ? `${name} was made, and restoring it failed: ${found.wrong}`
        : `${name} was made, and could not be verified: ${found.unverified}`
    log.error({ file, ...found }, 'the backup was not verified')
    await tellOperators(deps, { subjectId: `${dayOf(clock.now())} verified`, detail })
  } catch (error) {
    log.error({ err: error }, 'the verification of a backup failed')
  }
}

/** Whether no backup of the last day was verified. Backups dated in the future do not count: their clock was ahead. */
export function isVerificationDue(folder: string, now: Date): boolean {
  const since = path.basename(ownFile(folder, new Date(now.getTime() - VERIFIED_EVERY_MS)))
  const until = path.basename(ownFile(folder, now))
  return !ownNames(folder).some(
    (name) => name > since && name <= until && fs.existsSync(path.join(folder, `${name}${VERIFIED}`)),
  )
}

/** Raises at most one alarm a day per subject. */
async function tellOperators({ alarm, log }: OwnDeps, of: { subjectId: string; detail: string }): Promise<void> {
  await alarm(of).catch((cause: unknown) => log.error({ err: cause }, 'nor could an alarm be raised'))
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/**
 * The installation's newest automatic backup; null when there is none. One dated after `now` is skipped: its clock was
 * ahead, so its age is unknown.
 */
export function newestOwn(folder: string, now: Date): { readonly file: string; readonly madeAt: Date } | null {
  const soon = new Date(now.getTime() + CLOCK_BOUND_MS)
  const newest = ownNames(folder)
    .map((name) => ({ file: path.join(folder, name), madeAt: timeOfName(name) }))
    .findLast(({ madeAt }) => madeAt <= soon)
  return newest ?? null
}

function ownFile(folder: string, at: Date): string {
  return path.join(folder, `jara-auto-${timeInName(at)}.backup`)
}

function timeOfName(name: string): Date {
  const [, day, hour, minute, second, ms] = OWN.exec(name) ?? []
  return new Date(`${day}T${hour}:${minute}:${second}.${ms}Z`)
}

/** `2026-11-22T03-10-00-000Z`: sorts by time, and every file system takes it. */
export function timeInName(at: Date): string {
  return at.toISOString().replaceAll(/[:.]/g, '-')
}

function ageOfNewestMs(folder: string, now: Date): number {
  const newest = newestOwn(folder, now)
  return newest === null ? Number.POSITIVE_INFINITY : now.getTime() - newest.madeAt.getTime()
}

/** Ignores backups dated in the future, by a clock that was ahead: until their time comes they displace no other. */
function removeOld(folder: string, now: Date, inUse: string | undefined): void {
  const names = ownNames(folder).filter((name) => name <= path.basename(ownFile(folder, now)))
  const kept = new Set(names.slice(-NEWEST_KEPT))
  const newestOfDay = new Map(names.map((name) => [OWN.exec(name)?.[1], name]))
  for (const name of [...newestOfDay.values()].slice(-DAYS_KEPT)) kept.add(name)
  if (inUse !== undefined) kept.add(path.basename(inUse))
  for (const name of names.filter((each) => !kept.has(each))) {
    fs.rmSync(path.join(folder, name))
    fs.rmSync(path.join(folder, `${name}${VERIFIED}`), { force: true })
  }
}

function ownNames(folder: string): string[] {
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder)
    .filter((name) => OWN.test(name))
    .sort()
}
