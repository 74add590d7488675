import { parseArgs } from 'node:util'
import { type DatabaseKind, POSTGRES_URL_VARIABLE } from '#tests/support/databases.ts'
import setUp from '#tests/support/global-setup.ts'
import { startJara } from '#tests/support/jara.ts'
import { helpFor } from '../../scripts/lib/help.js'
import { measure, PROBES } from './enumeration.ts'
import { type FuzzRun, fuzz } from './fuzz.ts'
import { fuzzConsole } from './fuzz-console.ts'
import { guessUntilOff } from './pins.ts'
import { startWithRoutes } from './router.ts'

/** The highest allowed accuracy of the best rule on time, percent. 50 is chance. */
const ACCURACY_MAX_PERCENT = 55
const PEOPLE = 50

helpFor(`npm run attack: simulated attackers against the whole product. docs/why/security.md explains each.

  npm run attack -- fuzz         random requests to every route
  npm run attack -- console      random requests to the operators' routes
  npm run attack -- enumeration  tries to tell from the time of an answer whether an email has an account
  npm run attack -- pins         guesses PINs until the account locks

  --requests 100000    how many requests
  --calls 1000         how many measurements
  --seed 123456        repeats a run
  --database postgres  otherwise the embedded database`)

const say = (line: string) => process.stdout.write(`${line}\n`)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    requests: { type: 'string', default: '100000' },
    calls: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    database: { type: 'string' },
  },
})

const ATTACKS: Readonly<Record<string, () => Promise<boolean>>> = {
  fuzz: runFuzz,
  console: runConsole,
  enumeration: runEnumeration,
  pins: runPins,
}
const attack = ATTACKS[positionals[0] ?? '']
if (attack === undefined) {
  say(`npm run attack -- ${Object.keys(ATTACKS).join(' | ')} [--requests n] [--calls n] [--seed n] [--database kind]`)
  process.exit(1)
}
// Its PostgreSQL ends with this process.
await setUp()
process.exit((await attack()) ? 0 : 1)

async function runFuzz(): Promise<boolean> {
  const kind = kindOf(values.database)
  const started = await startWithRoutes(kind)
  const of = { requests: Number(values.requests), seed: values.seed, report: (done: number) => say(`${done} …`) }
  const { requests, seconds, answers, offence } = await fuzz(started, of)
  await started.jara.close()
  sayRun(kind, { requests, seconds, answers, offence })
  say(offence ?? 'no fault, every refusal in the one shape, nothing of other people changed, the books balance')
  return offence === null
}

async function runConsole(): Promise<boolean> {
  const kind = kindOf(values.database)
  const started = await startWithRoutes(kind)
  const { neverDone, isEnough, ...run } = await fuzzConsole(started, {
    requests: Number(values.requests),
    seed: values.seed,
  })
  await started.jara.close()
  sayRun(kind, run)
  if (neverDone.length > 0) say(`no result from ${neverDone.join(', ')}`)
  say(run.offence ?? 'no fault, every refusal in the one shape, no secret in any answer, the books balance')
  return run.offence === null && isEnough
}

function sayRun(kind: DatabaseKind, { requests, seconds, answers }: FuzzRun): void {
  const perSecond = Math.round(requests / seconds)
  say(`${requests} requests on ${kind}, seed ${values.seed}, ${Math.round(seconds)} s, ${perSecond} a second`)
  for (const [answer, times] of [...answers].toSorted(([, one], [, other]) => other - one)) say(`${times}\t${answer}`)
}

async function runEnumeration(): Promise<boolean> {
  const jara = await startJara(kindOf(values.database))
  const emails: string[] = []
  while (emails.length < PEOPLE) emails.push((await jara.person()).email)
  let isClosed = true
  for (const probe of PROBES) {
    const { known, unknown, accuracyPercent } = await measure(jara, probe, { calls: Number(values.calls), emails })
    isClosed &&= accuracyPercent <= ACCURACY_MAX_PERCENT
    say(
      `${probe.name}: ${values.calls} calls each, median ${known.toFixed(2)} ms with an account, ${unknown.toFixed(2)} ms without, ` +
        `the best rule on the time is right in ${accuracyPercent.toFixed(1)} %`,
    )
  }
  await jara.close()
  return isClosed
}

async function runPins(): Promise<boolean> {
  const run = await guessUntilOff({ databaseUrl: null, report: say })
  const { sent, kills, lookedAt, toldWrong, rightPin } = run
  say(
    `${sent} wrong PINs, ${kills} kills, ${lookedAt} looked at, ${toldWrong} answered as wrong, then the right one: ${rightPin}`,
  )
  return lookedAt <= 5 && toldWrong <= 5 && rightPin === 'pin.off'
}

/** The faster database, unless another is requested. */
function kindOf(asked: string | undefined): DatabaseKind {
  const hasPostgres = process.env[POSTGRES_URL_VARIABLE] !== undefined
  return hasPostgres && asked !== 'pglite' ? 'postgres' : 'pglite'
}
