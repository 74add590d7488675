import type { Operation } from './operation.ts'

export const work: Operation = {
  name: 'worker',
  weight: 300,
  async run(simulation) {
    return `${await simulation.product().jara.worker.runDue()} done`
  },
}

/** The daily reconciliation, at another time. */
export const compareBooks: Operation = {
  name: 'books compared',
  weight: 3,
  async run(simulation) {
    return (await simulation.product().jara.worker.runNow('reconcile', 'all')) ? 'compared' : 'under way'
  },
}

/** Ends the process: at once, at some later statement, or while a provider's reply is in transit. */
export const crash: Operation = {
  name: 'crash',
  weight: 28,
  async run(simulation) {
    const { life } = simulation.product()
    const { chance } = simulation
    const how = chance.below(4)
    if (how === 0) {
      life.end()
      return 'now'
    }
    if (how === 1) {
      life.endAtAnswer()
      return 'at the next answer of a provider'
    }
    const statements = chance.between(1, 60)
    life.endAtStatement(statements)
    return `at statement ${statements} from here`
  },
}
