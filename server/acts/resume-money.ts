import { RESUME_MONEY } from '#contract/acts/resume-money.ts'
import { readResumable, requestResume, resumeMoney } from '#server/controls/ledger-check/operate-books.ts'
import type { RequestContent } from '#server/identity/operators/requests.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { readSuspensions } from '#server/suspension/suspensions.ts'
import type { Act } from './act.ts'

const summaryOf = ({ because }: RequestContent) => `Lift a stop on money. It was set because: ${because}`

export const resumeMoneyAct: Act<typeof RESUME_MONEY.asks> = {
  facts: RESUME_MONEY,
  proposal: {
    async describe({ database }, { stop: wanted }) {
      const stop = (await readResumable(database)).find(({ id }) => id === wanted)
      if (stop === undefined) throw new RefusedError('this stop is lifted already, or no two operators can lift it')
      return {
        summary: summaryOf({ because: stop.detail }),
        effects: [],
        otherValues: [`Stop: ${stop.id}`],
        about: stop.id,
      }
    },
    request: async (deps, { asked: { stop }, by, ...how }) => await requestResume(deps, by, { stop, ...how }),
    fill: async ({ database }) => ({ stop: (await readResumable(database))[0]?.id ?? '' }),
  },
  summary: ({ content }) => summaryOf(content),
  async preview({ database }, { subject }) {
    const stop = (await readResumable(database)).find(({ id }) => id === subject)
    if (stop === undefined) throw new RefusedError('this stop is lifted already')
    const others = (await readSuspensions(database)).filter(({ id }) => id !== subject)
    return {
      effects: [
        'It makes no entry in the ledger.',
        'Every row of the books is checked once more, and nothing is resumed when anything does not add up.',
        ...others.map(({ detail }) => `Another stop stays, and money that it stops does not move: ${detail}`),
      ],
    }
  },
  carryOut: resumeMoney,
  printDone: () => 'money out goes on',
  isAboutClocks: true,
}
