import { describeAlert } from '#server/outbox/alerts/describe-alert.ts'
import { batchId } from '#server/outbox/alerts/examples.ts'
import type { OfList } from '#server/outbox/alerts/facts.ts'
import { sentences } from '#server/outbox/alerts/order-texts.ts'
import { toList } from './list-late.ts'

/** How many sales of a list ended each way, and how many of them two operators ended. */
type OfEndedList = OfList & {
  readonly completed: number
  readonly failed: number
  readonly cancelled: number
  readonly reversed: number
  readonly byTeam: number
  /** What the completed ones took from the wallet. */
  readonly completedKobo: string
}

const LIST: OfEndedList = {
  batchId,
  completed: 200,
  failed: 0,
  cancelled: 0,
  reversed: 0,
  byTeam: 0,
  completedKobo: '9900000',
}

/** Every sale of a list has ended. */
export const listEnded = describeAlert<OfEndedList>({
  write: (facts, say) => ({
    title: `Your list is done: ${endings(facts)
      .map(({ count, how }) => `${count} ${how}`)
      .join(', ')}`,
    body: sentences(
      ...endings(facts).map(({ count, one, many }) => {
        const said = `${count} ${count === 1 ? `sale ${one}` : `sales ${many}`}`
        return one === DELIVERED[0] && !say.isHidden ? `${said} for ${say.naira(facts.completedKobo)}.` : `${said}.`
      }),
      facts.failed + facts.cancelled + facts.reversed > 0 &&
        `The money for ${facts.completed > 0 ? 'the others' : 'them'} is back in your wallet.`,
      facts.byTeam > 0 && `Two people on our team confirmed how ${facts.byTeam} of them ended.`,
      facts.completed > 0 && say.doubt,
    ),
    path: toList(facts),
  }),
  moneyLeft: true,
  examples: [
    { of: 'every sale was delivered', facts: LIST },
    {
      of: 'in every way',
      facts: {
        ...LIST,
        completed: 195,
        failed: 2,
        cancelled: 1,
        reversed: 2,
        byTeam: 1,
        completedKobo: '9652500',
      },
    },
    { of: 'the only sale failed', facts: { ...LIST, completed: 0, failed: 1, completedKobo: '0' } },
  ],
  exampleSubject: batchId,
})

const DELIVERED = ['was delivered', 'were delivered'] as const

/** How many sales of a list ended in each way. */
function endings({ completed, failed, cancelled, reversed }: OfEndedList) {
  return [
    { count: completed, how: 'delivered', one: DELIVERED[0], many: DELIVERED[1] },
    { count: failed, how: 'failed', one: 'failed', many: 'failed' },
    { count: reversed, how: 'came back', one: 'was delivered and came back', many: 'were delivered and came back' },
    { count: cancelled, how: 'cancelled', one: 'was cancelled by you', many: 'were cancelled by you' },
  ].filter(({ count }) => count > 0)
}
