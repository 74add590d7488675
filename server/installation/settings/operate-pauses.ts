import { isId, type OperatorRequestId } from '#contract/ids.ts'
import { type OrderKind, orderKind } from '#contract/kinds/kinds.ts'
import {
  PAUSE_KEEPS,
  PAUSE_REASON_MAX_LENGTH,
  PAUSE_REASON_MIN_LENGTH,
  pausedWhat,
  pauseHeading,
} from '#contract/pauses.ts'
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
import { readWholeLine } from '#server/platform/text/read-whole-line.ts'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'
import { PAUSE_COLUMNS, type Pause, readPauses } from '#server/suspension/pauses.ts'
import { closeGate } from '#server/suspension/suspensions.ts'
import { readPausable } from './pausable.ts'
import { endAfter, readHours } from './read-setting.ts'

const SERVICE_NAME_MAX_LENGTH = 100

export type UncheckedPause = {
  readonly uncheckedKind: string
  /** The id of one bank, network or company; empty: the whole kind. */
  readonly uncheckedService: string
  readonly uncheckedReason: string
  /** One of SETTING_HOURS. */
  readonly uncheckedHours: string
}

/** Pauses that ended or were lifted, the latest first. */
export async function listPastPauses(sql: Sql, now: Date, max: number): Promise<Pause[]> {
  return await sql.query<Pause>(
    `select ${PAUSE_COLUMNS} from kind_pauses where ends_at <= $1 or lifted_at is not null
     order by coalesce(lifted_at, ends_at) desc, id limit $2`,
    [now, max],
  )
}

/**
 * The exact scope, reason and duration of a pause, from what was typed.
 *
 * @throws RefusedError for an unknown kind, a bank, network or company that no order went through, a reason that is too short or
 *   too long, and any other number of hours
 */
export async function readPause(deps: Pick<Deps, 'clock' | 'database'>, of: UncheckedPause): Promise<RequestContent> {
  const kind = readKind(of.uncheckedKind.trim())
  const hours = readHours(of.uncheckedHours)
  const reason = readWholeLine(of.uncheckedReason, {
    what: 'the reason for customers',
    min: PAUSE_REASON_MIN_LENGTH,
    max: PAUSE_REASON_MAX_LENGTH,
  })
  const wanted = of.uncheckedService.trim()
  if (wanted === '') return { kind, service: '', serviceName: '', reason, hours }
  const { services = [] } = (await readPausable(deps)).find((each) => each.kind === kind) ?? {}
  const service = services.find(({ id }) => id === wanted)
  if (service === undefined) throw new RefusedError(unknownService(kind, services))
  const serviceName = cleanLine(service.name, SERVICE_NAME_MAX_LENGTH)
  return { kind, service: service.id, serviceName, reason, hours }
}

function readKind(unchecked: string): OrderKind {
  const kind = orderKind.options.find((each) => each === unchecked)
  if (kind === undefined) throw new RefusedError(`what is paused? ${orderKind.options.join(', ')}`)
  return kind
}

function unknownService(kind: string, services: readonly { readonly id: string; readonly name: string }[]): string {
  if (services.length === 0) return `no ${kind} order of the last days names one: pause all of it`
  return `which one? ${services.map(({ id, name }) => `${id} (${name})`).join(', ')}, or all of it`
}

/** The request in the words of a pause. */
function wordsOf({ kind = '', serviceName = '', reason = '' }: RequestContent) {
  return { kind: readKind(kind), serviceName: serviceName === '' ? null : serviceName, reason }
}

/** A request to pause or to resume, in one sentence. It has the service's id: two services can have one name. */
export function summaryOfPause(act: 'pause-kind' | 'resume-kind', content: RequestContent): string {
  const { service = '' } = content
  const what = `${pausedWhat(wordsOf(content))}${service === '' ? '' : ` (${service})`}`
  return act === 'pause-kind' ? `Pause: ${what}.` : `Lift the pause: ${what}.`
}

/**
 * Requests a pause of a kind of order. Another operator has to confirm it.
 *
 * @throws RefusedError as readPause
 */
export async function requestPause(
  deps: Pick<Deps, 'clock' | 'database' | 'newId'>,
  of: UncheckedPause & HowDecided & { by: ProvenOperator },
): Promise<OperatorRequestId> {
  const content = await readPause(deps, of)
  const { kind, service, reason = null } = content
  const asked = {
    ...of,
    act: 'pause-kind',
    subject: deps.newId('pau'),
    content,
    reason,
    after: { kind, service },
  } as const
  return await askForAct(deps, asked)
}

/** The effects of a pause as both operators read them. Nothing in them changes while somebody reads. */
export async function previewPause(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  content: RequestContent,
): Promise<string[]> {
  const { reason, hours, kind, service } = content
  const others = (await readPauses(database, clock.now())).filter((each) => each.kind === kind)
  return [
    `Customers read above the form, before they type: “${pauseHeading(wordsOf(content))} ${reason}”`,
    'New quotes and approvals of existing ones are refused with the same words, and the note that no money has left.',
    `Below it customers read: “${PAUSE_KEEPS}”, and when it ends. Open orders continue: a pause takes nothing back.`,
    `It begins when it is confirmed, and ends automatically ${hours} hours later.`,
    ...others
      .filter((each) => service === '' || each.service === null || each.service === service)
      .map((each) => `Another pause lasts until ${lagosMoment(each.endsAt)}: “${pauseHeading(each)} ${each.reason}”`),
  ]
}

/** The open orders. Their number changes while somebody reads, so it is shown and not signed. */
export async function countsOfPause(
  deps: Pick<Deps, 'clock' | 'database'>,
  { kind, service }: RequestContent,
): Promise<{ label: string; value: string }[]> {
  const found = (await readPausable(deps)).find((each) => each.kind === kind)
  const open = service === '' ? found?.open : found?.services.find(({ id }) => id === service)?.open
  const at = lagosMoment(deps.clock.now())
  return [{ label: 'Open orders, which continue', value: `${open ?? 0}, ${at}` }]
}

/**
 * Starts a pause that another operator requested. Waits for the approvals that have passed the gate; later ones are refused.
 *
 * @throws RefusedError as confirmRequest
 */
export async function pauseKind(deps: Pick<Deps, 'clock' | 'database'>, of: Confirmation): Promise<void> {
  const { subject, content, requestedBy } = of.request
  const { kind, reason = '' } = content
  const [service, serviceName] = [content.service || null, content.serviceName || null]
  await carryOut(deps, { ...of, before: closeGate }, async (tx, at) => {
    const endsAt = endAfter(content, at)
    await tx.query(
      `insert into kind_pauses (id, kind, service, service_name, reason, set_at, ends_at, set_by, confirmed_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [subject, kind, service, serviceName, reason, at, endsAt, requestedBy, of.by.name],
    )
    await scheduleNoticeAlerts(tx, { id: subject, startsAt: at, endsAt, now: at })
    return { reason, after: { kind, service, until: endsAt.toISOString() } }
  })
}

/**
 * The pause with this id, while it is active.
 *
 * @throws RefusedError when there is none
 */
export async function readRunningPause(sql: Sql, uncheckedId: string, now: Date): Promise<Pause> {
  const [found] = isId('pau', uncheckedId)
    ? await sql.query<Pause>(`select ${PAUSE_COLUMNS} from kind_pauses where id = $1`, [uncheckedId])
    : []
  if (found === undefined) throw new RefusedError(`there is no pause ${cleanLine(uncheckedId, 40)}`)
  if (found.liftedAt !== null) throw new RefusedError('this pause was lifted already')
  if (found.endsAt <= now) throw new RefusedError('this pause has ended already')
  return found
}

/** The pause's data in a request to lift it. */
export function contentOfResumption({ kind, service, serviceName, endsAt }: Pause): RequestContent {
  return { kind, service: service ?? '', serviceName: serviceName ?? '', until: endsAt.toISOString() }
}

/**
 * Requests that a pause be lifted before it ends. Another operator has to confirm it.
 *
 * @throws RefusedError as readRunningPause
 */
export async function requestResumption(
  deps: Pick<Deps, 'clock' | 'database' | 'newId'>,
  of: HowDecided & { uncheckedId: string; by: ProvenOperator },
): Promise<OperatorRequestId> {
  const pause = await readRunningPause(deps.database, of.uncheckedId, deps.clock.now())
  const { id: subject, kind, service } = pause
  const asked = { ...of, act: 'resume-kind', subject, content: contentOfResumption(pause) } as const
  return await askForAct(deps, { ...asked, after: { kind, service } })
}

/**
 * The effect of lifting a pause.
 *
 * @throws RefusedError as readRunningPause
 */
export async function previewResumption(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  uncheckedId: string,
): Promise<string[]> {
  const now = clock.now()
  const pause = await readRunningPause(database, uncheckedId, now)
  const others = (await readPauses(database, now)).filter(({ id, kind }) => id !== pause.id && kind === pause.kind)
  return [
    `Customers no longer see it, and can pay again: “${pauseHeading(pause)} ${pause.reason}”`,
    `Otherwise it ends automatically ${lagosMoment(pause.endsAt)}.`,
    ...others.map((each) => `Another pause lasts until ${lagosMoment(each.endsAt)}: “${pauseHeading(each)}”`),
  ]
}

/**
 * Lifts a pause, confirmed by a second operator.
 *
 * @throws RefusedError as confirmRequest and readRunningPause
 */
export async function resumeKind(deps: Pick<Deps, 'clock' | 'database'>, of: Confirmation): Promise<void> {
  const { subject, requestedBy } = of.request
  await carryOut(deps, of, async (tx, at) => {
    const { id, kind, service } = await readRunningPause(tx, subject, at)
    await tx.query('update kind_pauses set lifted_at = $2, lifted_by = $3, lift_confirmed_by = $4 where id = $1', [
      id,
      at,
      requestedBy,
      of.by.name,
    ])
    await hurryEndAlerts(tx, { id, now: at })
    return { after: { kind, service } }
  })
}
