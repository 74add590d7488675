import type { Deps } from '#server/deps.ts'
import type { OperatorRequest } from '#server/identity/operators/requests.ts'
import { countsOfPause, foreseePause, foreseeResumption } from '#server/installation/settings/operate-pauses.ts'

type ForeseeDeps = Pick<Deps, 'clock' | 'database'>

/** The effects on customers of confirming a pause, or of lifting it. */
export const FORESEE_PAUSES = {
  'pause-kind': async (deps: ForeseeDeps, { content }: OperatorRequest) => ({
    effects: await foreseePause(deps, content),
    details: await countsOfPause(deps, content),
  }),
  'resume-kind': async (deps: ForeseeDeps, { subject }: OperatorRequest) => ({
    effects: await foreseeResumption(deps, subject),
  }),
}
