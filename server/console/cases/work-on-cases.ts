import type {
  CaseAnswerBody,
  CaseClock,
  CaseClosingBody,
  CaseFillBody,
  CasesAnswer,
  CasesQuery,
  ConsoleCase,
  FilledTemplate,
} from '#contract/console/cases.ts'
import { CASES_PAGE } from '#contract/console/limits.ts'
import { mayMake } from '#contract/console/permissions.ts'
import type { CaseStatus } from '#contract/support.ts'
import type { ConsoleSession } from '#server/console/console-session.ts'
import { openUntilOf } from '#server/console/customers/open-customer.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine } from '#server/identity/operators/audit-lines.ts'
import type { ReadClock } from '#server/support/answer-times.ts'
import {
  type CaseMove,
  countWork,
  fillTemplateForCase,
  listWork,
  moveCase,
  type ShownCase,
  showCase,
} from '#server/support/operate-cases.ts'
import { masked } from '#server/tables/masking.ts'

/** The cases that match these filters, by next deadline. */
export async function listCases(
  deps: Deps,
  { operator: by, where }: ConsoleSession,
  filters: CasesQuery,
): Promise<CasesAnswer> {
  return await deps.database.transaction(async (tx) => {
    const { pages = '1', ...of } = filters
    const cases = await listWork(deps, tx, { ...of, limit: Number(pages) * CASES_PAGE })
    const total = await countWork(deps, tx, of)
    await addAuditLine(tx, deps, { by, where, act: 'list-cases', after: of })
    return {
      total,
      cases: cases.map(({ lastAt, clock, ...each }) => ({
        ...each,
        lastAt: lastAt.toISOString(),
        clock: presentClock(clock),
      })),
    }
  })
}

/** @throws RefusedError for an unknown number */
export async function readCase(deps: Deps, session: ConsoleSession, uncheckedNumber: string): Promise<ConsoleCase> {
  const { operator, where } = session
  const shown = await showCase(deps, { uncheckedNumber, operator, where })
  const customer = await readCustomerOf(deps, session, shown)
  return { ...present(shown), customer, mayMove: mayMake(operator.role, 'take-case') }
}

async function readCustomerOf(
  deps: Deps,
  session: ConsoleSession,
  { from }: ShownCase,
): Promise<ConsoleCase['customer']> {
  if (from.kind !== 'user') return null
  const openUntil = await openUntilOf(deps.database, deps, { session, userId: from.id })
  return { id: from.id, openForMs: openUntil === null ? null : openUntil.getTime() - deps.clock.now().getTime() }
}

/** @throws as fillTemplateForCase */
export async function fillTemplateFromConsole(
  deps: Deps,
  { operator, where }: ConsoleSession,
  of: CaseFillBody & { uncheckedNumber: string },
): Promise<FilledTemplate> {
  return await fillTemplateForCase(deps, { ...of, operator, where })
}

/** @throws as moveCase */
export async function moveCaseHere(
  deps: Deps,
  session: ConsoleSession,
  of: { move: CaseMove; uncheckedNumber: string; reply?: CaseAnswerBody; closing?: CaseClosingBody },
): Promise<{ status: CaseStatus }> {
  const { closing, reply, ...rest } = of
  const { operator, where } = session
  const ended = closing === undefined ? {} : { outcome: closing.outcome, uncheckedNote: closing.note }
  const written =
    reply === undefined ? {} : { uncheckedText: reply.text, mark: reply.mark ?? null, pictures: reply.pictures ?? [] }
  const { status } = await moveCase(deps, { ...rest, ...written, ...ended, operator, where })
  return { status }
}

function presentClock({ answerBy, pausedAt, ...clock }: ReadClock): CaseClock {
  return { ...clock, answerBy: answerBy?.toISOString() ?? null, pausedAt: pausedAt?.toISOString() ?? null }
}

function present(of: ShownCase) {
  const { from, payment, messages, createdAt, trackingNumber, status, topic } = of
  return {
    clock: presentClock(of.clock),
    pauses: of.pauses.map(({ from: begun, until, endedBy }) => ({
      from: begun.toISOString(),
      until: until?.toISOString() ?? null,
      endedBy,
    })),
    templates: [...of.templates],
    trackingNumber,
    status,
    topic,
    createdAt: createdAt.toISOString(),
    from: from.kind === 'user' ? masked('full_name', from.name) : 'A visitor who proved an email',
    payment:
      payment === null
        ? null
        : { ...payment, amountKobo: `${payment.amountKobo}`, createdAt: payment.createdAt.toISOString() },
    messages: messages.map(({ at, pictures, ...message }) => ({
      ...message,
      pictures: [...pictures],
      at: at.toISOString(),
    })),
  }
}
