import type { Installation } from '#contract/installation.ts'
import { requestResume, resumeMoney } from '#server/controls/ledger-check/operate-books.ts'
import type { Deps } from '#server/deps.ts'
import { readRequest } from '#server/identity/operators/requests.ts'
import {
  readSuspensions,
  type Suspension,
  type SuspensionReason,
  suspendMoney,
} from '#server/suspension/suspensions.ts'
import type { TestJara } from './jara.ts'
import { operatorNamed } from './operators.ts'

/** Changes rows behind the program's back: as a superuser who has switched the append-only triggers off. */
export async function tamper(jara: TestJara, ...statements: string[]): Promise<void> {
  await jara.database.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    for (const statement of statements) await tx.query(statement)
  })
}

export const openStops = (jara: TestJara): Promise<Suspension[]> => readSuspensions(jara.database)

/** The notices as a page receives them. */
export async function noticesIn(jara: TestJara): Promise<string[]> {
  const answer = await fetch(`${jara.url}/api/installation`)
  return ((await answer.json()) as Installation).notices.map(({ text }) => text)
}

/** Suspends money for this reason, now. */
export async function stopFor(
  { deps }: { deps: Pick<Deps, 'database' | 'clock' | 'newId'> },
  reason: SuspensionReason,
): Promise<void> {
  const stop = { id: deps.newId('stp'), reason, detail: 'a test', since: null, stoppedAt: deps.clock.now() }
  await deps.database.transaction((tx) => suspendMoney(tx, stop))
}

/** Resumes payments: one operator requests it, another confirms it. */
export async function resume(
  { deps }: { deps: Pick<Deps, 'clock' | 'database' | 'events' | 'newId'> },
  by = 'Ada Obi',
  confirmedBy = 'Bayo Ade',
): Promise<void> {
  const id = await requestResume(deps, await operatorNamed(deps.database, by))
  const request = await readRequest(deps, id, ['resume-money'])
  await resumeMoney(deps, { request, by: await operatorNamed(deps.database, confirmedBy) })
}

/** Marks this database as a backup that was restored now and knows nothing after `since`. */
export async function stopRestored(jara: TestJara, since: Date): Promise<void> {
  await jara.database.query(
    `insert into payment_suspensions (id, reason, detail, since, stopped_at) values ('stp_restored', 'restored', 'a backup', $1, $2)`,
    [since, jara.clock.now()],
  )
}
