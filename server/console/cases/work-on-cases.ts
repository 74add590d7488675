import type { CaseClosingBody, CasesAnswer, ConsoleCase } from '#contract/console/cases.ts'
import { mayMake } from '#contract/console/permissions.ts'
import type { CaseStatus } from '#contract/support.ts'
import type { ConsoleSession } from '#server/console/console-session.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine } from '#server/identity/operators/audit-lines.ts'
import { type CaseMove, listWork, moveCase, type ShownCase, showCase } from '#server/support/operate-cases.ts'
import { masked } from '#server/tables/masking.ts'

/** The cases that are not closed, in the order of the terminal. */
export async function listCases(deps: Deps, { operator: by, where }: ConsoleSession): Promise<CasesAnswer> {
  return await deps.database.transaction(async (tx) => {
    const cases = await listWork(tx, false)
    await addAuditLine(tx, deps, { by, where, act: 'list-cases' })
    return { cases: cases.map(({ lastAt, ...each }) => ({ ...each, lastAt: lastAt.toISOString() })) }
  })
}

/** @throws RefusedError for a number nobody has */
export async function readCase(deps: Deps, session: ConsoleSession, uncheckedNumber: string): Promise<ConsoleCase> {
  const { operator, where } = session
  const shown = await showCase(deps, { uncheckedNumber, operator, where })
  return { ...present(shown), mayMove: mayMake(operator.role, 'take-case') }
}

/** @throws as moveCase */
export async function moveCaseHere(
  deps: Deps,
  session: ConsoleSession,
  of: { move: CaseMove; uncheckedNumber: string; uncheckedText?: string; closing?: CaseClosingBody },
): Promise<{ status: CaseStatus }> {
  const { closing, ...rest } = of
  const { operator, where } = session
  const ended = closing === undefined ? {} : { outcome: closing.outcome, uncheckedNote: closing.note }
  const { status } = await moveCase(deps, { ...rest, ...ended, operator, where })
  return { status }
}

function present({ from, payment, messages, createdAt, trackingNumber, status, topic }: ShownCase) {
  return {
    trackingNumber,
    status,
    topic,
    createdAt: createdAt.toISOString(),
    from: from.kind === 'user' ? masked('full_name', from.name) : 'A visitor who proved an email',
    payment:
      payment === null
        ? null
        : { ...payment, amountKobo: `${payment.amountKobo}`, createdAt: payment.createdAt.toISOString() },
    messages: messages.map(({ at, ...message }) => ({ ...message, at: at.toISOString() })),
  }
}
