import { END_ALL_SESSIONS } from '#contract/acts/end-all-sessions.ts'
import { lagosMoment } from '#contract/time.ts'
import {
  confirmEndingAll,
  countOpenSessions,
  readEndingAll,
  requestEndingAll,
} from '#server/identity/sessions/operate-sessions.ts'
import { sentenceOfEvent } from '#server/outbox/alerts/account-events.ts'
import type { Act } from './act.ts'

const SUMMARY = 'End every session of every customer.'
const EFFECTS = [
  'Every session that is open when this is confirmed ends, one customer after the other. Passwords, PINs, passkeys and devices stay.',
  'Payments that were approved continue.',
  `Each of these customers reads, in an email and under Security: “${sentenceOfEvent('sessions-ended')}”`,
]

export const endAllSessionsAct: Act<typeof END_ALL_SESSIONS.asks> = {
  facts: END_ALL_SESSIONS,
  proposal: {
    describe: async (_, { reason }) => ({
      summary: SUMMARY,
      effects: EFFECTS,
      otherValues: [`Reason: ${readEndingAll(reason).reason}`],
    }),
    request: async (deps, { asked: { reason: uncheckedReason }, ...by }) =>
      await requestEndingAll(deps, { uncheckedReason, ...by }),
  },
  summary: () => SUMMARY,
  async preview(deps) {
    const { sessions, people } = await countOpenSessions(deps)
    const at = lagosMoment(deps.clock.now())
    return {
      effects: EFFECTS,
      details: [
        { label: 'Open sessions', value: `${sessions}, ${at}` },
        { label: 'Customers signed in', value: `${people}, ${at}` },
      ],
    }
  },
  async carryOut(deps, confirmed) {
    const ended = await confirmEndingAll(deps, confirmed)
    deps.wakeWorker()
    return ended
  },
  printDone: () => 'a running Jara ends them, one customer after the other; each of them gets an email',
  makesSubject: true,
}
