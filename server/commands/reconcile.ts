import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { formatNaira } from '#contract/money.ts'
import { readConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { CannotRunError } from '../errors.ts'
import { closeException, listExceptions } from '../features/reconciliation/operate-exceptions.ts'
import { reconcile } from '../features/reconciliation/reconcile.ts'
import { idSource } from '../ids.ts'
import { keysFrom } from '../keys.ts'
import { createLog } from '../log.ts'
import { paystackPayments } from '../providers/paystack/adapter.ts'
import { vtpassBills } from '../providers/vtpass/adapter.ts'
import { readStops } from '../stops/money-stops.ts'
import { clock, DONE, lagosTime, openForCommand, REFUSED, runCommand, WHICH_DATABASE } from './command.ts'

const DAY_MS = 24 * 60 * 60_000
/** As far as a run goes back that is told nothing else. */
const BACK_MS = 3 * DAY_MS

const HELP = `npm run reconcile: our books against the providers' own. Books nothing.

  npm run reconcile                                        the last three days
  npm run reconcile -- --from 2026-11-01 --to 2026-11-08   from the first day's beginning to the last one's, in UTC
  npm run reconcile -- exceptions [--all]                  what differs; --all: with what is closed
  npm run reconcile -- close 12 --by "Ada Obi" --confirmed-by "Bayo Ade" "What proves it" [--reference 20261121…]
                                                           two people; --reference: the purchase was sent under this one

Settings are those of the app: it asks the same providers.

${WHICH_DATABASE.replace(', 1 when it was refused', ', 1 when something differs or it was refused')}`

type Words = ReturnType<typeof readWords>

function readWords() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        from: { type: 'string' },
        to: { type: 'string' },
        by: { type: 'string' },
        'confirmed-by': { type: 'string' },
        reference: { type: 'string' },
        all: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    })
    const name = values.help === true ? 'help' : (positionals[0] ?? 'run')
    if (!['help', 'run', 'exceptions', 'close'].includes(name)) throw new CannotRunError('exceptions or close?')
    return { ...values, name, number: positionals[1] ?? '', text: positionals.slice(2).join(' ') }
  } catch (error) {
    throw new CannotRunError(`${error instanceof Error ? error.message : error}\n\n${HELP}`)
  }
}

async function main(): Promise<number> {
  const words = readWords()
  if (words.name === 'help') {
    console.log(HELP)
    return DONE
  }
  const database = await openForCommand('reconciliation_exceptions')
  try {
    if (words.name === 'exceptions') return await printExceptions(database, words.all === true)
    return await (words.name === 'close' ? close(depsOf(database), words) : run(depsOf(database), words))
  } finally {
    await database.close()
  }
}

async function run(deps: Deps, words: Words): Promise<number> {
  const to = instantOf(words.to)
  const until = to ?? clock.now()
  const from = instantOf(words.from) ?? new Date(until.getTime() - BACK_MS)
  if (from > until) throw new CannotRunError('--from is after --to')
  const stop = (await readStops(deps.database)).find(({ reason }) => reason === 'restored')
  const report = await reconcile(deps, { from, to: to ?? 'now' }, stop?.since ?? null)
  const { lines, matched, pending, exceptions, fresh, gaps } = report
  console.log(`${lines} lines: ${matched} matched, ${pending} on their way, ${exceptions} differ, ${fresh} of them new`)
  for (const gap of gaps) console.log(`not compared: ${gap}`)
  if (to !== null) console.log('The balances were not compared: they are of now, and --to ends before.')
  return exceptions === 0 && gaps.length === 0 ? DONE : REFUSED
}

function instantOf(day: string | undefined): Date | null {
  if (day === undefined) return null
  const at = new Date(day)
  if (Number.isNaN(at.getTime())) throw new CannotRunError(`${day} is no day such as 2026-11-21`)
  return at
}

async function printExceptions(database: Database, all: boolean): Promise<number> {
  const found = await listExceptions(database, all)
  for (const { number, provider, kind, reference, detail, differenceKobo, foundAt, closedAt, evidence } of found) {
    const state = closedAt === null ? '' : `, closed ${lagosTime(closedAt)}: ${evidence}`
    console.log(
      `${number}  ${kind}  ${provider} ${reference}  ${formatNaira(differenceKobo)}  ${lagosTime(foundAt)}${state}`,
    )
    console.log(`    ${detail}`)
  }
  console.log(`${found.filter((each) => each.closedAt === null).length} open`)
  return DONE
}

async function close(deps: Deps, words: Words): Promise<number> {
  const { number, kind } = await closeException(deps, {
    by: words.by ?? '',
    confirmedBy: words['confirmed-by'] ?? '',
    uncheckedNumber: words.number,
    uncheckedEvidence: words.text,
    uncheckedReference: words.reference ?? '',
  })
  console.log(`${number} (${kind}) is closed`)
  return DONE
}

/** The product's parts as far as a comparison needs them; nobody is served and no work is done here. */
function depsOf(database: Database): Deps {
  const config = readConfig(process.env)
  const log = createLog('warn')
  return {
    config,
    database,
    clock,
    log,
    randomBytes,
    newId: idSource(clock.now, randomBytes),
    keys: keysFrom(randomBytes(32)),
    events: { publish: () => undefined, subscribe: () => () => undefined },
    payments: paystackPayments({ ...config.paystack, mode: config.mode, clock, log }),
    bills: vtpassBills({ ...config.vtpass, clock, log }),
    mailer: { send: () => Promise.reject(new Error('no letter is sent by this command')) },
    wakeWorker: () => undefined,
  }
}

await runCommand('reconcile', main)
