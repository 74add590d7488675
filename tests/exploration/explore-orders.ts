import type { OrderState } from '#contract/orders.ts'
import { brokenRule, isAtRest } from './order-rules.ts'
import { isAboutToSend, isUnderway, type Options, type Situation, START, type Table } from './order-situation.ts'
import { ownSteps } from './order-worker-steps.ts'
import { clockSteps, worldSteps } from './order-world-steps.ts'
import { walk } from './situations.ts'

export type Explored<State = OrderState> = {
  readonly situations: number
  readonly transitions: number
  readonly states: ReadonlySet<State>
  /** Each broken rule, with the events that lead there. */
  readonly violations: readonly string[]
}

/**
 * Explores every situation that an order paid from the wallet can reach, whatever the provider, the network, the user
 * and the clock do, and wherever a worker dies or pauses between two durable steps. Lost, late, copied or lying
 * webhooks are included, because they are only a reason to look: a worker may look at any time. It ends because the
 * situations are finite; a situation that breaks a rule is not followed further.
 */
export function explore(table: Table, options: Options = {}, untilBroken = false): Explored {
  const { situations, transitions, violations } = walk<Situation>(
    {
      starts: [START],
      world: (from) => worldSteps(table, from, options),
      own: (from) => [...clockSteps(from, options), ...ownSteps(table, from, options)],
      broken: (situation) => brokenRule(situation, options),
      atRest: (situation) => isAtRest(situation, table),
      // Once the provider has finished, the order must finish without further external events.
      over: ({ references, sleeper }) =>
        !isAboutToSend(sleeper) && references.every(({ truth, travelling }) => travelling === 0 && !isUnderway(truth)),
    },
    untilBroken,
  )
  return {
    situations: situations.length,
    transitions,
    states: new Set(situations.map(({ order }) => order)),
    violations,
  }
}
