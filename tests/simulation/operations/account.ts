import { approve, outcomeOf } from './agree.ts'
import { NOBODY, type Operation } from './operation.ts'

export const join: Operation = {
  name: 'register',
  weight: 15,
  async run({ people, chance }) {
    const missing = people.filter((each) => !each.hasPin)
    return missing.length === 0 ? 'everybody is here' : String(await chance.oneOf(missing.slice(0, 3)).join())
  },
}

export const unlock: Operation = {
  name: 'PIN unlock',
  weight: 12,
  async run(simulation) {
    const person = simulation.somebody()
    if (person === null) return NOBODY
    await person.comeBack()
    return String(await person.unlock(simulation.chance.is(0.1) ? '9173' : undefined))
  },
}

export const wrongPin: Operation = {
  name: 'wrong PIN for an order',
  weight: 3,
  async run(simulation) {
    const person = simulation.somebody()
    const quote = person?.quotes.at(-1)
    if (person === null || quote === undefined) return NOBODY
    return await approve(simulation, person, quote, '9173')
  },
}

export const freeze: Operation = {
  name: 'freeze',
  weight: 4,
  async run(simulation) {
    const person = simulation.somebody()
    if (person === null) return NOBODY
    await person.comeBack()
    const body = await person.approvalOf('freeze')
    person.frozen = null
    const answer = await simulation.ask(person, 'POST', '/api/freeze', body)
    person.frozen = answer.status === 204 ? true : person.frozen
    return outcomeOf(answer)
  },
}

export const unfreeze: Operation = {
  name: 'unfreeze',
  weight: 6,
  async run(simulation) {
    const { people, chance } = simulation
    const frozen = people.filter((each) => each.hasPin && each.frozen !== false)
    if (frozen.length === 0) return 'nobody is frozen'
    const person = chance.oneOf(frozen)
    await person.signIn()
    const body = await person.approvalOf('unfreeze')
    person.frozen = null
    const answer = await simulation.ask(person, 'DELETE', '/api/freeze', body)
    person.frozen = answer.status === 204 ? false : person.frozen
    return outcomeOf(answer)
  },
}
