import type { SessionRequest } from '#server/identity/sessions/session.ts'
import type { TestJara } from './jara.ts'
import type { Person } from './person.ts'

/** A browser's request, reduced to what identifies its session, which is open however much test time has passed. */
export async function requestOf(
  { clock, database }: Pick<TestJara, 'clock' | 'database'>,
  person: Pick<Person, 'id' | 'cookie'>,
): Promise<SessionRequest> {
  await database.query(
    'update sessions set created_at = $2, unlocked_at = $2, last_seen_at = $2 where user_id = $1 and ended_at is null',
    [person.id, clock.now()],
  )
  const [name = '', token = ''] = person.cookie().split('=')
  return { cookies: { [name]: token }, headers: {} }
}
