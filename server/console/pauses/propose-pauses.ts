import type { PauseBody, PauseEndBody } from '#contract/console/pauses.ts'
import type { ConsoleProposal } from '#server/console/proposal-routes.ts'
import { termsOf } from '#server/console/settings/propose-settings.ts'
import {
  contentOfResumption,
  foreseePause,
  foreseeResumption,
  readPause,
  readRunningPause,
  requestPause,
  requestResumption,
  summaryOfPause,
  type UncheckedPause,
} from '#server/installation/settings/operate-pauses.ts'

export const PAUSE: ConsoleProposal<PauseBody> = {
  act: 'pause-kind',
  async terms(deps, body) {
    const content = await readPause(deps, uncheckedPause(body))
    const effects = await foreseePause(deps, content)
    return termsOf(summaryOfPause('pause-kind', content), [...effects, `Reason: ${content.reason}`])
  },
  request: async (deps, { operator: by, where }, { body, evidence }) =>
    await requestPause(deps, { ...uncheckedPause(body), by, where, evidence }),
}

export const PAUSE_END: ConsoleProposal<PauseEndBody> = {
  act: 'resume-kind',
  async terms(deps, { pause: id }) {
    const pause = await readRunningPause(deps.database, id, deps.clock.now())
    const summary = summaryOfPause('resume-kind', contentOfResumption(pause))
    return termsOf(summary, [...(await foreseeResumption(deps, id)), `Pause: ${pause.id}`])
  },
  request: async (deps, { operator: by, where }, { body, evidence }) =>
    await requestResumption(deps, { uncheckedId: body.pause, by, where, evidence }),
}

function uncheckedPause({ kind, service, reason, hours }: PauseBody): UncheckedPause {
  return { uncheckedKind: kind, uncheckedService: service, uncheckedReason: reason, uncheckedHours: hours }
}
