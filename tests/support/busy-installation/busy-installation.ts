import { DAY_MS } from '#contract/time.ts'
import { proveOperator } from '#server/identity/operators/prove-operator.ts'
import { keepSecretCheck } from '#server/platform/crypto/secret-check.ts'
import { claimOne } from '#server/platform/jobs/queue.ts'
import type { DatabaseKind } from '#tests/support/databases.ts'
import { freePort } from '#tests/support/free-port.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'
import { stopFor, stopRestored } from '#tests/support/stops.ts'
import { newVisitor } from '#tests/support/visitors.ts'
import { agreeToEverything, doEverythingAlone, leaveThingsToDecide } from './acts.ts'
import { leaveAnSmsOpen, turnAlertsOn } from './alert-channels.ts'
import { makeDeposits } from './deposits.ts'
import { leaveOrdersOpen, makeOrders } from './orders.ts'
import { leaveThingsOpen, makeFormerAccounts, makeFullAccount, writeReports } from './people.ts'
import { openTeam, signInBoth, type Team } from './team.ts'

/** How long a recovery gives the owner to object. */
const RECOVERY_WAITS_MS = 3 * DAY_MS

/**
 * An installation in which everything has happened that can: every act of operators, every kind of order with every
 * ending, every deposit, every setting, and a row in each table. `missing.ts` lists what was left out. The clock ends
 * five days after its start.
 */
export async function busyInstallation(kind: DatabaseKind, secret: Uint8Array): Promise<TestJara> {
  const jara = await startJara(kind, { secret, settings: await settings() })
  await keepSecretCheck(jara.database, secret, jara.clock.now())
  const team = await openTeam(jara)
  const full = await makeFullAccount(jara)
  await writeReports(full)
  await turnAlertsOn(jara, await newcomer(jara, 'Toke Told'))
  await makeFormerAccounts(jara)
  await makeOrders(jara, team)
  await makeDeposits(jara, team, await newcomer(jara, 'Dele Depositor'))
  await decideEverything(jara, team)
  jara.clock.advance(RECOVERY_WAITS_MS)
  await jara.settle()
  await signInBoth(team)
  const last = await newcomer(jara, 'Lade Last')
  await turnAlertsOn(jara, last)
  await leaveThingsOpen(jara, last, full)
  await jara.settle()
  await leaveAnSmsOpen(jara, last)
  await leaveOrdersOpen(jara, last)
  await leaveThingsToDecide({ jara, team, customer: last })
  await leaveHalfDone(jara, team)
  return jara
}

async function settings(): Promise<Readonly<Record<string, string>>> {
  return {
    // Nobody listens there, so alarms wait.
    ALARM_WEBHOOK_URL: `http://127.0.0.1:${await freePort()}/alarms`,
    ALARM_WEBHOOK_SECRET: 'x'.repeat(32),
    ALARM_EMAILS: 'team@example.ng',
    // The sandbox's own push service listens there.
    SANDBOX_PORT: String(await freePort()),
  }
}

async function newcomer(jara: TestJara, name: string): Promise<Person> {
  const person = await jara.person(name)
  jara.clock.advance(1_000)
  return person
}

async function decideEverything(jara: TestJara, team: Team): Promise<void> {
  const customer = await newcomer(jara, 'Kemi Customer')
  await signInBoth(team)
  await doEverythingAlone({ jara, team, customer })
  await agreeToEverything({ jara, team, customer })
  // As in a terminal.
  await proveOperator(jara.deps, {
    uncheckedName: team.asker.operator.name,
    uncheckedPassphrase: 'eight canaries wait at noon',
    act: 'list-people',
  })
}

/** An unsent email, a worker on a job, a locked console, and suspensions that are not lifted. */
async function leaveHalfDone(jara: TestJara, { checker }: Team): Promise<void> {
  const [job] = await jara.database.query<{ id: string }>("select subject_id as id from jobs where kind = 'order'")
  await newVisitor(jara).askForCode()
  await claimOne(jara.database, jara.clock.now(), 'order', job?.id ?? '')
  await checker.browser.send('POST', '/api/admin/lock')
  await stopFor(jara, 'clock')
  await stopRestored(jara, jara.clock.now())
}
