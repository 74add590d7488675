import type { Database } from '#server/platform/db/database.ts'
import type { Activity } from './activity.ts'
import type { Chance } from './chance.ts'
import { inspect } from './honesty.ts'
import { type Memory, newMemory } from './memory.ts'
import type { Outside } from './outside.ts'
import { type Answer, newPerson, type Person } from './person.ts'
import type { Product } from './product.ts'
import type { Time } from './time.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Everything an operation may use. */
export type Simulation = {
  readonly time: Time
  readonly chance: Chance
  readonly activity: Activity
  /** The database itself, outside any process: for checks. */
  readonly database: Database
  readonly outside: Outside
  /** Everybody, including people who have not joined yet; those who have joined have an id. */
  readonly people: readonly Person[]
  readonly memory: Memory
  /** The running process. @throws ProcessEnded if none is running */
  readonly product: () => Product
  /** Somebody who has joined and has a PIN; null if there is nobody. */
  somebody(): Person | null
  /** One request from a person in an open session. The reply's claims are checked against the books. */
  ask<Body>(person: Person, method: Method, path: string, body?: unknown): Promise<Answer<Body>>
  violation(what: string): void
}

const PEOPLE = 50

export function createSimulation(
  parts: Pick<Simulation, 'time' | 'chance' | 'activity' | 'database' | 'outside' | 'product' | 'violation'>,
): Simulation {
  const people = Array.from({ length: PEOPLE }, (_, number) => newPerson(number, parts))
  const simulation: Simulation = {
    ...parts,
    people,
    memory: newMemory(),
    somebody() {
      const joined = people.filter((each) => each.hasPin)
      return joined.length === 0 ? null : parts.chance.oneOf(joined)
    },
    async ask<Body>(person: Person, method: Method, path: string, body?: unknown) {
      await person.comeBack()
      return await inspect(simulation, person, () => person.call<Body>(method, path, body))
    },
  }
  return simulation
}
