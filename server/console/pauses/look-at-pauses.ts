import { PAST_SHOWN } from '#contract/console/limits.ts'
import type { ListedPause, PausesAnswer } from '#contract/console/pauses.ts'
import { mayMake } from '#contract/console/permissions.ts'
import { pausedWhat } from '#contract/pauses.ts'
import type { ConsoleSession } from '#server/console/console-session.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine } from '#server/identity/operators/audit-lines.ts'
import { listSubjectsWaiting } from '#server/identity/operators/waiting-requests.ts'
import { listPastPauses } from '#server/installation/settings/operate-pauses.ts'
import { readPausable } from '#server/installation/settings/pausable.ts'
import { type Pause, readPauses } from '#server/suspension/pauses.ts'

/** Current and past pauses, and the kinds that can be paused, with their open orders. */
export async function lookAtPauses(deps: Deps, { operator: by, where }: ConsoleSession): Promise<PausesAnswer> {
  const now = deps.clock.now()
  const asked = new Set((await listSubjectsWaiting(deps, ['resume-kind'])).map(({ subject }) => subject))
  const kinds = await readPausable(deps)
  const mayLift = mayMake(by.role, 'resume-kind')
  return await deps.database.transaction(async (tx) => {
    const running = await readPauses(tx, now)
    const past = await listPastPauses(tx, now, PAST_SHOWN)
    await addAuditLine(tx, deps, { by, where, act: 'look-at-pauses' })
    return {
      pauses: running.map((pause) => ({ ...present(pause), mayLift: mayLift && !asked.has(pause.id) })),
      past: past.map(present),
      kinds: kinds.map(({ kind, open, services }) => ({ kind, open, services: [...services] })),
      at: now.toISOString(),
      mayPause: mayMake(by.role, 'pause-kind'),
    }
  })
}

function present(pause: Pause): ListedPause {
  const { id, reason, setAt, endsAt, setBy, confirmedBy, liftedAt, liftedBy, liftConfirmedBy } = pause
  return {
    id,
    what: pausedWhat(pause),
    reason,
    setAt: setAt.toISOString(),
    endsAt: endsAt.toISOString(),
    setBy: `${setBy}, ${confirmedBy}`,
    lifted: liftedAt === null ? null : { at: liftedAt.toISOString(), by: `${liftedBy}, ${liftConfirmedBy}` },
    mayLift: false,
  }
}
