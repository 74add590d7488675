import { CASE_OUTCOMES, type CaseOutcome, isCaseOutcome } from '#contract/console/case-outcomes.ts'
import type { TemplateId } from '#contract/console/case-templates.ts'
import type { CasesQuery } from '#contract/console/cases.ts'
import type { CaseId, UserId, VisitorId } from '#contract/ids.ts'
import type { CaseMessage, CasePicture, CaseStatus, CaseTopic } from '#contract/support.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine, IN_TERMINAL, type Where } from '#server/identity/operators/audit-lines.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import { addAlert } from '#server/outbox/alerts/add-alert.ts'
import { queueEmail } from '#server/outbox/emails/queue-email.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { readAtMost } from '#server/platform/text/read-whole-line.ts'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'
import { addMessage } from './add-message.ts'
import { type FilledTemplate, fillTemplate, listTemplates, refuseOutdated } from './answer-templates.ts'
import { answerBy, type CaseClock, type ReadClock, readClock } from './answer-times.ts'
import { PICTURES_OF_MESSAGE } from './case-pictures.ts'
import { beginPause, endPause, type Pause, readPauses, WITH_OPEN_PAUSE } from './pauses.ts'
import { WITH_LAST_MESSAGE } from './read-cases.ts'
import { readText } from './read-text.ts'
import { readTrackingNumber } from './tracking-number.ts'

const NOTE_MIN_LENGTH = 5
const NOTE_MAX_LENGTH = 300

/**
 * The moves of operators: the statuses each starts from and leads to. Only a report that was taken up can be answered,
 * and only an answered one closed. The database enforces the same rule.
 */
const CASE_MOVES = {
  take: { from: ['received', 'answered'], to: 'in_progress' },
  ask: { from: ['in_progress', 'answered'], to: 'in_progress' },
  answer: { from: ['in_progress', 'answered'], to: 'answered' },
  close: { from: ['answered'], to: 'closed' },
} as const satisfies Record<string, { from: readonly CaseStatus[]; to: CaseStatus }>
export type CaseMove = keyof typeof CASE_MOVES

const WHY_NOT: Record<CaseMove, string> = {
  take: 'only a report that is received or answered can be taken up',
  ask: 'a question needs a report that was taken up: take it first',
  answer: 'only a report that was taken up can be answered: take it first',
  close: 'only an answered report can be closed: answer it first',
}

export type Worklist = readonly {
  readonly trackingNumber: string
  readonly status: CaseStatus
  readonly topic: CaseTopic
  readonly lastFrom: CaseMessage['from']
  readonly lastAt: Date
  readonly clock: ReadClock
}[]
/** `limit`: null lists them all. */
export type WorkFilters = Omit<CasesQuery, 'pages'> & { readonly all?: boolean; readonly limit?: number | null }
type WorkRow = Omit<Worklist[number], 'clock'> & CaseClock

/**
 * The open reports, all reports, or those that match the filters. First by next deadline, then those that wait for
 * their reporters, then those that wait for nobody. Contains no personal data.
 */
export async function listWork(deps: Pick<Deps, 'clock'>, sql: Sql, of: WorkFilters = {}): Promise<Worklist> {
  const now = deps.clock.now()
  const rows = await sql.query<WorkRow>(
    `select c.tracking_number as "trackingNumber", c.status, c.topic, m.author as "lastFrom", m.at as "lastAt",
       c.answer_by as "answerBy", p.from_at as "pausedAt"
     from cases c ${WITH_LAST_MESSAGE} ${WITH_OPEN_PAUSE} where ${MATCHES_WORK}
     order by c.status = 'closed', c.answer_by is null, p.from_at is not null,
       case when p.from_at is null then c.answer_by else p.from_at end, m.at limit $5`,
    [...filtersOf(of, now), of.limit ?? null],
  )
  return rows.map(({ answerBy: due, pausedAt, ...row }) => ({
    ...row,
    clock: readClock({ answerBy: due, pausedAt }, now),
  }))
}

/** How many reports match these filters. */
export async function countWork({ clock }: Pick<Deps, 'clock'>, sql: Sql, of: WorkFilters = {}): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `select count(*)::int as count from cases c ${WITH_OPEN_PAUSE} where ${MATCHES_WORK}`,
    filtersOf(of, clock.now()),
  )
  return row?.count ?? 0
}

const MATCHES_WORK = `($1::text is null or c.status = $1 or $1 = 'open' and c.status <> 'closed')
  and ($2::text is null or c.topic = $2)
  and ($3::text is null or $3 = case when p.from_at is not null then 'customer'
    when c.answer_by is not null then 'us' else 'nobody' end
    or $3 = 'overdue' and p.from_at is null and c.answer_by < $4::timestamptz)`

function filtersOf({ all, status, topic, waits }: WorkFilters, now: Date) {
  return [status ?? (all === true ? null : 'open'), topic ?? null, waits ?? null, now]
}

export type ShownCase = {
  readonly trackingNumber: string
  readonly status: CaseStatus
  readonly topic: CaseTopic
  readonly createdAt: Date
  readonly from: From
  /** The payment that the report is about. */
  readonly payment: PaymentLine | null
  readonly messages: readonly ShownMessage[]
  readonly clock: ReadClock
  readonly pauses: readonly Pause[]
  /** The templates that are true for its order now. */
  readonly templates: readonly TemplateId[]
}
/** The reporter as operators see them: without an email. */
type From =
  | { readonly kind: 'user'; readonly id: UserId; readonly name: string }
  | { readonly kind: 'visitor'; readonly id: VisitorId }
type PaymentLine = {
  readonly title: string
  readonly amountKobo: bigint
  readonly status: string
  readonly createdAt: Date
  readonly reference: string
  readonly orderId: string | null
  readonly depositId: string | null
}
type ShownMessage = {
  readonly author: CaseMessage['from']
  readonly operator: string | null
  readonly text: string
  readonly at: Date
  readonly pictures: readonly CasePicture[]
  readonly picturesRemoved: number
}

type OperatorDeps = Pick<Deps, 'database' | 'clock'>
/** Includes what an email needs: a visitor gets the news by email. */
type MoveDeps = OperatorDeps & Pick<Deps, 'events' | 'keys' | 'newId' | 'randomBytes'>

/**
 * Everything about one report. Records that this operator looked at it.
 *
 * @throws RefusedError for an unknown number
 */
export async function showCase(
  deps: OperatorDeps,
  of: { uncheckedNumber: string; operator: ProvenOperator; where?: Where },
): Promise<ShownCase> {
  const { operator, where = IN_TERMINAL } = of
  return await deps.database.transaction(async (tx) => {
    const found = await lockByNumber(tx, of.uncheckedNumber)
    await keepAction(tx, { id: found.id, action: 'show', operator, at: deps.clock.now() })
    const { dueAt, ...rest } = found
    const pauses = await readPauses(tx, found.id)
    const pausedAt = pauses.find(({ until }) => until === null)?.from ?? null
    const shown = {
      ...rest,
      pauses,
      templates: await listTemplates(tx, found),
      clock: readClock({ answerBy: dueAt, pausedAt }, deps.clock.now()),
      payment: await readPayment(tx, found),
      messages: await tx.query<ShownMessage>(
        `select m.author, m.operator, m.text, m.at, ${PICTURES_OF_MESSAGE} as pictures,
           m.pictures - (select count(*) from case_pictures p where p.case_id = m.case_id and p.seq = m.seq)::int as "picturesRemoved"
         from case_messages m where m.case_id = $1 order by m.seq`,
        [found.id],
      ),
    }
    await addAuditLine(tx, deps, { by: operator, where, act: 'show-case', subject: found.trackingNumber })
    return shown
  })
}

/**
 * A template filled with the current facts of the report's order, for an answer that is being written. Records the
 * operator's look.
 *
 * @throws RefusedError for an unknown number, without an order, and for a template that is not true for it
 */
export async function fillTemplateForCase(
  deps: OperatorDeps,
  of: { uncheckedNumber: string; template: TemplateId; operator: ProvenOperator; where?: Where },
): Promise<FilledTemplate> {
  const { operator, template, where = IN_TERMINAL } = of
  return await deps.database.transaction(async (tx) => {
    const found = await lockByNumber(tx, of.uncheckedNumber)
    const filled = await fillTemplate(tx, { ...found, template })
    await addAuditLine(tx, deps, {
      by: operator,
      where,
      act: 'fill-template',
      subject: found.trackingNumber,
      after: { template },
    })
    return filled
  })
}

/**
 * Takes up, asks about, answers or closes a report. Closing takes an outcome and a note. A question stops the report's
 * clock until the next message. An answer or question alerts a person, and emails a visitor.
 *
 * @throws RefusedError when the report's status does not allow it, for an unknown number, for an answer that already
 *   exists, and for one with facts of the order that are no longer true
 * @throws AppError `case.text-invalid` for an answer of too few or too many characters, `case.picture-gone`
 */
export async function moveCase(
  deps: MoveDeps,
  of: {
    move: CaseMove
    uncheckedNumber: string
    operator: ProvenOperator
    uncheckedText?: string
    /** The fingerprint of template facts in the text; null: it has none. */
    mark?: string | null
    pictures?: readonly string[]
    where?: Where
  } & Closing,
): Promise<{ trackingNumber: string; status: CaseStatus }> {
  const { operator, where = IN_TERMINAL, pictures = [] } = of
  const ended = of.move === 'close' ? readClosing(of) : null
  const text = of.move === 'answer' || of.move === 'ask' ? readText(of.uncheckedText ?? '') : null
  const { from, to } = CASE_MOVES[of.move]
  const moved = await deps.database.transaction(async (tx) => {
    const found = await lockByNumber(tx, of.uncheckedNumber)
    const { id, trackingNumber, status, from: reporter } = found
    if (!from.some((each) => each === status)) {
      throw new RefusedError(`${trackingNumber} is ${status}: ${WHY_NOT[of.move]}`)
    }
    const at = deps.clock.now()
    if (text !== null) {
      await refuseRepeatedAnswer(tx, found, text)
      if (of.mark !== undefined && of.mark !== null) await refuseOutdated(tx, found, { mark: of.mark, text })
      await addMessage(tx, { caseId: id, author: 'support', operator, text, at, pictures })
    }
    await moveClock(tx, found, { move: of.move, at })
    if (status !== to || to === 'answered') await changeStatus(tx, found, { move: of.move, at })
    await keepAction(tx, { id, action: of.move, operator, at })
    if (text !== null) await tellReporter(tx, deps, found, of.move === 'ask')
    await addAuditLine(tx, deps, {
      by: operator,
      where,
      act: `${of.move}-case`,
      subject: trackingNumber,
      before: { status },
      reason: ended?.note ?? null,
      after: {
        status: to,
        ...(ended === null ? {} : { outcome: ended.outcome }),
        ...(pictures.length === 0 ? {} : { pictures: pictures.length }),
      },
    })
    return { reporter, trackingNumber }
  })
  const { reporter } = moved
  if (reporter.kind === 'user') deps.events.publish(reporter.id, { topics: ['case'] })
  return { trackingNumber: moved.trackingNumber, status: to }
}

/** A question stops the clock; any other message from support ends the pause, and an answer ends the wait. */
async function moveClock(tx: Transaction, { id }: LockedCase, { move, at }: Moving): Promise<void> {
  if (move === 'ask') return await beginPause(tx, id, at)
  if (move === 'answer') await endPause(tx, { caseId: id, at, by: 'support' })
}

/** Also sets the deadline: none once answered. A report that is reopened while nothing is due starts to wait now. */
async function changeStatus(tx: Transaction, found: LockedCase, { move, at }: Moving): Promise<void> {
  const { to } = CASE_MOVES[move]
  const dueAt = to === 'in_progress' ? (found.dueAt ?? answerBy(found, at)) : null
  await tx.query('update cases set status = $2, status_at = $3, answer_by = $4 where id = $1', [
    found.id,
    to,
    at,
    dueAt,
  ])
}

type Moving = { readonly move: CaseMove; readonly at: Date }

/**
 * Announces a message without its text: a person gets an alert; a visitor gets an email, and proves the mailbox again
 * before reading.
 */
async function tellReporter(tx: Transaction, deps: MoveDeps, found: LockedCase, asks: boolean): Promise<void> {
  const { id, trackingNumber, from } = found
  if (from.kind === 'visitor') {
    const content = { visitorId: from.id, trackingNumber, asks }
    return await queueEmail(tx, deps, { userId: null, kind: 'visitor-answer', content })
  }
  await addAlert(tx, deps, {
    userId: from.id,
    kind: asks ? 'case-question' : 'case-answer',
    subjectId: id,
    facts: { caseId: id, trackingNumber },
  })
}

/** The outcome and the note of a closing, for other operators. */
type Closing = { readonly outcome?: string | undefined; readonly uncheckedNote?: string | undefined }

function readClosing({ outcome = '', uncheckedNote = '' }: Closing): { outcome: CaseOutcome; note: string } {
  if (!isCaseOutcome(outcome)) throw new RefusedError(`how did it end? One of ${CASE_OUTCOMES.join(', ')}`)
  const note = readAtMost(uncheckedNote, { what: 'a note', max: NOTE_MAX_LENGTH })
  if ([...note].length < NOTE_MIN_LENGTH)
    throw new RefusedError(`what was done? Give a note of ${NOTE_MIN_LENGTH} characters or more`)
  return { outcome, note }
}

export type LockedCase = Omit<ShownCase, 'payment' | 'messages' | 'clock' | 'pauses' | 'templates'> & {
  readonly id: CaseId
  readonly transactionId: string | null
  readonly dueAt: Date | null
}

/** Locks the report, because two operators may act on it at the same moment. */
export async function lockByNumber(tx: Transaction, uncheckedNumber: string): Promise<LockedCase> {
  const number = readTrackingNumber(uncheckedNumber)
  const [row] =
    number === null
      ? []
      : await tx.query<LockedCase>(
          `select c.id, c.tracking_number as "trackingNumber", c.status, c.topic,
             c.transaction_id as "transactionId", c.created_at as "createdAt", c.answer_by as "dueAt",
             case when u.id is null then json_build_object('kind', 'visitor', 'id', c.visitor_id)
               else json_build_object('kind', 'user', 'id', u.id, 'name', u.full_name) end as "from"
           from cases c left join users u on u.id = c.user_id where c.tracking_number = $1 for update of c`,
          [number],
        )
  if (row === undefined) throw new RefusedError(`there is no report ${cleanLine(uncheckedNumber, 40)}`)
  return row
}

type Action = {
  readonly id: CaseId
  readonly action: CaseMove | 'show'
  readonly operator: ProvenOperator
  readonly at: Date
}

async function keepAction(tx: Transaction, { id, action, operator, at }: Action): Promise<void> {
  await tx.query(
    `insert into case_actions (user_id, case_id, seq, action, operator, operator_id, at)
     select user_id, id, coalesce((select max(seq) from case_actions where case_id = $1), 0) + 1, $2, $3, $4, $5
     from cases where id = $1`,
    [id, action, operator.name, operator.id, at],
  )
}

/** Refuses a repeated command, whose result may have been lost: the person must not get the answer twice. */
async function refuseRepeatedAnswer(tx: Transaction, { id, trackingNumber }: LockedCase, text: string): Promise<void> {
  const [last] = await tx.query<{ author: CaseMessage['from']; text: string }>(
    'select author, text from case_messages where case_id = $1 order by seq desc limit 1',
    [id],
  )
  if (last?.author === 'support' && last.text === text) {
    throw new RefusedError(`${trackingNumber} has exactly this answer already`)
  }
}

async function readPayment(tx: Transaction, { from, transactionId }: LockedCase): Promise<PaymentLine | null> {
  if (transactionId === null) return null
  const [row] = await tx.query<PaymentLine>(
    `select title, amount_kobo as "amountKobo", status, created_at as "createdAt", coalesce(order_id, id) as reference,
       order_id as "orderId", deposit_id as "depositId"
     from transactions where user_id = $1 and id = $2`,
    [from.id, transactionId],
  )
  return row ?? null
}
