import { BANK_NAME_MAX_LENGTH, BANK_NOTICE_HOURS, BANK_NOTICE_MAX_LENGTH } from '#contract/console/limits.ts'
import { type BankNoticeId, isId, type OperatorRequestId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine, IN_TERMINAL } from '#server/identity/operators/audit-lines.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import {
  type Confirmation,
  confirmRequest,
  type HowDecided,
  type RequestContent,
  requestAct,
} from '#server/identity/operators/requests.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'
import { lagosMoment, readShownLine, readStart, startOf } from './read-setting.ts'

const HOUR_MS = 60 * 60_000
const BANK_MIN_LENGTH = 2
const MEANING_MIN_LENGTH = 10
const LISTED_MAX = 100

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

/** Current and planned notices that were not taken down, newest first. */
export async function listOpenNotices(sql: Sql, now: Date): Promise<SetNotice[]> {
  return await sql.query<SetNotice>(
    `select ${COLUMNS} from bank_notices where expires_at > $1 and ended_at is null order by starts_at desc, id limit $2`,
    [now, LISTED_MAX],
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
  /** One of BANK_NOTICE_HOURS. */
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
  const hours = BANK_NOTICE_HOURS.find((each) => `${each}` === of.uncheckedHours.trim())
  if (hours === undefined) throw new RefusedError(`for how long? ${BANK_NOTICE_HOURS.join(', ')} hours`)
  const name = { min: BANK_MIN_LENGTH, max: BANK_NAME_MAX_LENGTH }
  return {
    bank: readShownLine(of.uncheckedBank, { what: 'the name of the bank', ...name }),
    meaning: readShownLine(of.uncheckedMeaning, {
      what: 'the text for customers',
      min: MEANING_MIN_LENGTH,
      max: BANK_NOTICE_MAX_LENGTH,
    }),
    source: readShownLine(of.uncheckedSource, { what: 'the source', ...name }),
    hours: `${hours}`,
    from: readStart(of.uncheckedFrom, clock.now())?.toISOString() ?? '',
  }
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
  const { by, where = IN_TERMINAL, evidence } = of
  const content = readNotice(deps, of)
  const subject = deps.newId('bkn')
  return await deps.database.transaction(async (tx) => {
    const id = await requestAct(tx, deps, { act: 'set-bank-notice', subject, content, by, evidence })
    const after = { request: id, bank: content.bank }
    await addAuditLine(tx, deps, { by, where, act: 'request-set-bank-notice', subject, after })
    return id
  })
}

/**
 * The effect on customers and its duration, as both operators read it.
 *
 * @throws RefusedError when the requested time has passed
 */
export async function foreseeNotice(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  content: RequestContent,
): Promise<string[]> {
  const now = clock.now()
  refuseOver(content, now)
  const { bank, meaning, source } = content
  const others = (await listOpenNotices(database, now)).filter((each) => each.bank === bank)
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
  if (from === '') return `It goes up when it is confirmed, and comes down by itself ${hours} hours later.`
  const start = new Date(from) <= now ? 'when it is confirmed' : lagosMoment(from)
  return `It goes up ${start}, and comes down by itself ${lagosMoment(endOf(content, new Date(from)))}.`
}

function endOf({ hours }: RequestContent, startsAt: Date): Date {
  return new Date(startsAt.getTime() + Number(hours) * HOUR_MS)
}

/** A planned notice keeps its end, however late it is confirmed. */
function refuseOver(content: RequestContent, now: Date): void {
  const { from = '' } = content
  if (from !== '' && endOf(content, new Date(from)) <= now)
    throw new RefusedError('the time of this notice has passed: ask again')
}

/**
 * Puts up a notice that another operator requested: customers see it from then on.
 *
 * @throws RefusedError as confirmRequest, and when its time is over
 */
export async function setBankNotice(deps: Pick<Deps, 'clock' | 'database'>, of: Confirmation): Promise<void> {
  const { request, by, where = IN_TERMINAL } = of
  const { id: requestId, subject, content } = request
  await deps.database.transaction(async (tx) => {
    const at = deps.clock.now()
    await confirmRequest(tx, { ...of, at })
    refuseOver(content, at)
    const { bank, meaning, source, from = '' } = content
    const startsAt = startOf(from, at)
    const expiresAt = endOf(content, from === '' ? at : new Date(from))
    await tx.query(
      `insert into bank_notices (id, bank, meaning, source, starts_at, expires_at, set_at, set_by, confirmed_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [subject, bank, meaning, source, startsAt, expiresAt, at, request.requestedBy, by.name],
    )
    const after = { request: requestId, bank, from: startsAt.toISOString(), until: expiresAt.toISOString() }
    await addAuditLine(tx, deps, { by, where, act: 'set-bank-notice', subject, after })
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
  const { by, where = IN_TERMINAL, evidence } = of
  const notice = await readOpenNotice(deps.database, of.uncheckedId, deps.clock.now())
  const subject = notice.id
  return await deps.database.transaction(async (tx) => {
    const asked = { act: 'end-bank-notice', subject, content: contentOfEnd(notice), by, evidence } as const
    const id = await requestAct(tx, deps, asked)
    const after = { request: id, bank: notice.bank }
    await addAuditLine(tx, deps, { by, where, act: 'request-end-bank-notice', subject, after })
    return id
  })
}

/** The effect of taking a notice down. */
export function foreseeNoticeEnd({ bank, meaning, expiresAt }: SetNotice): string[] {
  return [
    `Customers no longer see it: “${bank}: ${meaning}”`,
    `Otherwise it comes down by itself ${lagosMoment(expiresAt)}.`,
  ]
}

/**
 * Takes a notice down, confirmed by a second operator.
 *
 * @throws RefusedError as confirmRequest and readOpenNotice
 */
export async function endBankNotice(deps: Pick<Deps, 'clock' | 'database'>, of: Confirmation): Promise<void> {
  const { request, by, where = IN_TERMINAL } = of
  await deps.database.transaction(async (tx) => {
    const at = deps.clock.now()
    await confirmRequest(tx, { ...of, at })
    const { id: subject, bank } = await readOpenNotice(tx, request.subject, at)
    await tx.query('update bank_notices set ended_at = $2, ended_by = $3, end_confirmed_by = $4 where id = $1', [
      subject,
      at,
      request.requestedBy,
      by.name,
    ])
    await addAuditLine(tx, deps, { by, where, act: 'end-bank-notice', subject, after: { request: request.id, bank } })
  })
}
