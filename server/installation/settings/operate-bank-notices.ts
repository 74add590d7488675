import { BANK_NAME_MAX_LENGTH, BANK_NOTICE_MAX_LENGTH } from '#contract/console/limits.ts'
import { type BankNoticeId, isId, type OperatorRequestId } from '#contract/ids.ts'
import { lagosMoment } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import {
  askForAct,
  type Confirmation,
  carryOut,
  type HowDecided,
  type RequestContent,
} from '#server/identity/operators/requests.ts'
import { hurryEndAlerts, scheduleNoticeAlerts } from '#server/installation/notice-alerts.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { isInLatin } from '#server/platform/text/holder-name.ts'
import { readWholeLine } from '#server/platform/text/read-whole-line.ts'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'
import { endAfter, readHours, readStart, startOf } from './read-setting.ts'

const BANK_MIN_LENGTH = 2
const MEANING_MIN_LENGTH = 10

export type SetNotice = {
  readonly id: BankNoticeId
  readonly bank: string
  readonly meaning: string
  readonly source: string
  readonly startsAt: Date
  readonly expiresAt: Date
  readonly setBy: string
  readonly confirmedBy: string
  readonly setAt: Date
  readonly endedAt: Date | null
  readonly endedBy: string | null
  readonly endConfirmedBy: string | null
}

const COLUMNS = `id, bank, meaning, source, starts_at as "startsAt", expires_at as "expiresAt", set_by as "setBy",
  confirmed_by as "confirmedBy", set_at as "setAt", ended_at as "endedAt", ended_by as "endedBy",
  end_confirmed_by as "endConfirmedBy"`

/** Current and planned notices that were not taken down, newest first: all of them. */
export async function listOpenNotices(sql: Sql, now: Date): Promise<SetNotice[]> {
  return await sql.query<SetNotice>(
    `select ${COLUMNS} from bank_notices where expires_at > $1 and ended_at is null order by starts_at desc, id`,
    [now],
  )
}

/** Notices that expired or were taken down, the latest first. */
export async function listPastNotices(sql: Sql, now: Date, max: number): Promise<SetNotice[]> {
  return await sql.query<SetNotice>(
    `select ${COLUMNS} from bank_notices where expires_at <= $1 or ended_at is not null
     order by coalesce(ended_at, expires_at) desc, id limit $2`,
    [now, max],
  )
}

export type UncheckedNotice = {
  readonly uncheckedBank: string
  readonly uncheckedMeaning: string
  readonly uncheckedSource: string
  /** One of SETTING_HOURS. */
  readonly uncheckedHours: string
  /** Day and time in Lagos; empty: when it is confirmed. */
  readonly uncheckedFrom: string
}

/**
 * The exact content and duration of a notice, from what was typed.
 *
 * @throws RefusedError for a text that is too short or too long, any other number of hours, and a time that has passed
 */
export function readNotice({ clock }: Pick<Deps, 'clock'>, of: UncheckedNotice): RequestContent {
  const hours = readHours(of.uncheckedHours)
  const name = { min: BANK_MIN_LENGTH, max: BANK_NAME_MAX_LENGTH }
  return {
    bank: readName(of.uncheckedBank, { what: 'the name of the bank', ...name }),
    meaning: readWholeLine(of.uncheckedMeaning, {
      what: 'the text for customers',
      min: MEANING_MIN_LENGTH,
      max: BANK_NOTICE_MAX_LENGTH,
    }),
    source: readName(of.uncheckedSource, { what: 'the source', ...name }),
    hours,
    from: readStart(of.uncheckedFrom, clock.now())?.toISOString() ?? '',
  }
}

/** Reads a name that others sign: no letter may look like another one. */
function readName(uncheckedName: string, of: { what: string; min: number; max: number }): string {
  const name = readWholeLine(uncheckedName, of)
  if (!isInLatin(name)) throw new RefusedError(`${of.what} has Latin letters only`)
  return name
}

/**
 * Requests a notice. Another operator has to confirm it.
 *
 * @throws RefusedError as readNotice
 */
export async function requestNotice(
  deps: Pick<Deps, 'clock' | 'database' | 'newId'>,
  of: UncheckedNotice & HowDecided & { by: ProvenOperator },
): Promise<OperatorRequestId> {
  const content = readNotice(deps, of)
  const asked = { ...of, act: 'set-bank-notice', subject: deps.newId('bkn'), content } as const
  return await askForAct(deps, { ...asked, after: { bank: content.bank } })
}

/**
 * The effect on customers and its duration, as both operators read it.
 *
 * @throws RefusedError when the requested time has passed
 */
export async function previewNotice(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  content: RequestContent,
): Promise<string[]> {
  const now = clock.now()
  refuseOver(content, now)
  const { bank, meaning, source } = content
  const others = (await listOpenNotices(database, now)).filter(
    (each) => each.bank.toLowerCase() === bank?.toLowerCase(),
  )
  return [
    `Customers about to pay for a BPC by bank transfer read: “${bank}: ${meaning}”`,
    `Below it they read: “Source: ${source}”, and when it went up.`,
    sayWhen(content, now),
    ...others.map(
      (each) => `Another notice about ${bank} stays until ${lagosMoment(each.expiresAt)}: “${each.meaning}”`,
    ),
  ]
}

function sayWhen(content: RequestContent, now: Date): string {
  const { from = '', hours } = content
  if (from === '') return `It goes up when it is confirmed, and comes down automatically ${hours} hours later.`
  const start = new Date(from) <= now ? 'when it is confirmed' : lagosMoment(from)
  return `It goes up ${start}, and comes down automatically ${lagosMoment(endAfter(content, new Date(from)))}.`
}

/** A planned notice keeps its end, however late it is confirmed. */
function refuseOver(content: RequestContent, now: Date): void {
  const { from = '' } = content
  if (from !== '' && endAfter(content, new Date(from)) <= now)
    throw new RefusedError('the time of this notice has passed: ask again')
}

/**
 * Puts up a notice that another operator requested: customers see it from then on.
 *
 * @throws RefusedError as confirmRequest, and when its time is over
 */
export async function setBankNotice(deps: Pick<Deps, 'clock' | 'database'>, of: Confirmation): Promise<void> {
  const { subject, content, requestedBy } = of.request
  await carryOut(deps, of, async (tx, at) => {
    refuseOver(content, at)
    const { bank, meaning, source, from = '' } = content
    const startsAt = startOf(from, at)
    const expiresAt = endAfter(content, from === '' ? at : new Date(from))
    await tx.query(
      `insert into bank_notices (id, bank, meaning, source, starts_at, expires_at, set_at, set_by, confirmed_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [subject, bank, meaning, source, startsAt, expiresAt, at, requestedBy, of.by.name],
    )
    await scheduleNoticeAlerts(tx, { id: subject, startsAt, endsAt: expiresAt, now: at })
    return { after: { bank, from: startsAt.toISOString(), until: expiresAt.toISOString() } }
  })
}

/**
 * The notice with this id, while it is up or planned.
 *
 * @throws RefusedError when there is none
 */
export async function readOpenNotice(sql: Sql, uncheckedId: string, now: Date): Promise<SetNotice> {
  const [found] = isId('bkn', uncheckedId)
    ? await sql.query<SetNotice>(`select ${COLUMNS} from bank_notices where id = $1`, [uncheckedId])
    : []
  if (found === undefined) throw new RefusedError(`there is no bank notice ${cleanLine(uncheckedId, 40)}`)
  if (found.endedAt !== null) throw new RefusedError('this notice was taken down already')
  if (found.expiresAt <= now) throw new RefusedError('this notice has expired already')
  return found
}

/** The notice's data in a request to take it down. */
export function contentOfEnd({ bank, meaning, source, expiresAt }: SetNotice): RequestContent {
  return { bank, meaning, source, until: expiresAt.toISOString() }
}

/**
 * Requests that a notice be taken down before it expires. Another operator has to confirm it.
 *
 * @throws RefusedError as readOpenNotice
 */
export async function requestNoticeEnd(
  deps: Pick<Deps, 'clock' | 'database' | 'newId'>,
  of: HowDecided & { uncheckedId: string; by: ProvenOperator },
): Promise<OperatorRequestId> {
  const notice = await readOpenNotice(deps.database, of.uncheckedId, deps.clock.now())
  const asked = { ...of, act: 'end-bank-notice', subject: notice.id, content: contentOfEnd(notice) } as const
  return await askForAct(deps, { ...asked, after: { bank: notice.bank } })
}

/** The effect of taking a notice down. */
export function previewNoticeEnd({ bank, meaning, source, expiresAt }: SetNotice): string[] {
  return [
    `Customers no longer see it: “${bank}: ${meaning}” Source: ${source}`,
    `Otherwise it comes down automatically ${lagosMoment(expiresAt)}.`,
  ]
}

/**
 * Takes a notice down, confirmed by a second operator.
 *
 * @throws RefusedError as confirmRequest and readOpenNotice
 */
export async function endBankNotice(deps: Pick<Deps, 'clock' | 'database'>, of: Confirmation): Promise<void> {
  const { subject, requestedBy } = of.request
  await carryOut(deps, of, async (tx, at) => {
    const { id, bank } = await readOpenNotice(tx, subject, at)
    await tx.query('update bank_notices set ended_at = $2, ended_by = $3, end_confirmed_by = $4 where id = $1', [
      id,
      at,
      requestedBy,
      of.by.name,
    ])
    await hurryEndAlerts(tx, { id, now: at })
    return { after: { bank } }
  })
}
