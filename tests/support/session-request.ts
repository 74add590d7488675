import type { SessionRequest } from '#server/identity/sessions/session.ts'
import type { Person } from './person.ts'

/** A request of somebody's browser, as far as it says whose it is. */
export function sessionRequestOf(person: Pick<Person, 'cookie'>): SessionRequest {
  const [name = '', token = ''] = person.cookie().split('=')
  return { cookies: { [name]: token }, headers: {} }
}
