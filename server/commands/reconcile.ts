import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { AGE_NAMES, BREAK_TYPES, TYPE_NAMES, typeOfBreak } from '#contract/console/breaks.ts'
import { formatNaira } from '#contract/money.ts'
import { ACTS } from '#server/acts/acts.ts'
import { requestTogether } from '#server/controls/reconciliation/close-together.ts'
import { type ExceptionFilter, listExceptions } from '#server/controls/reconciliation/list-exceptions.ts'
import type { ListedException } from '#server/controls/reconciliation/open-difference.ts'
import { requestClosing } from '#server/controls/reconciliation/operate-exceptions.ts'
import { reconcile, restoredOf } from '#server/controls/reconciliation/reconcile.ts'
import type { Deps } from '#server/deps.ts'
import { readRequest } from '#server/identity/operators/requests.ts'
import { keysFrom } from '#server/platform/crypto/keys.ts'
import type { Database } from '#server/platform/db/database.ts'
import { CannotRunError } from '#server/platform/errors.ts'
import { idSource } from '#server/platform/ids.ts'
import { createLog } from '#server/platform/log.ts'
import { readSuspensions } from '#server/suspension/suspensions.ts'
import {
  clock,
  commandOf,
  counted,
  DONE,
  lagosTime,
  type Opened,
  onDatabase,
  printHelp,
  REFUSED,
  WHICH_DATABASE,
} from './command.ts'
import type { CommandIo } from './io.ts'
import { type CommandDeps, proofDeps, prove, proveOperatorFor, tellToConfirm, WHO } from './operator.ts'
import { productDeps } from './product-deps.ts'
import { runAsProgram } from './program.ts'

const DAY_MS = 24 * 60 * 60_000
/** How far back a run goes by default. */
const BACK_MS = 3 * DAY_MS

const HELP = `npm run reconcile: compares our books with the providers'. Changes no books.

  npm run reconcile                                        the last three days
  npm run reconcile -- --from 2026-11-01 --to 2026-11-08   from the start of the first day to the start of the last, in UTC
  npm run reconcile -- exceptions [--all]                  open differences; --all: closed ones too
      [--provider paystack] [--type fee] [--age over-7]    only those; types: ${TYPE_NAMES.join(', ')};
                                                           ages in days: ${AGE_NAMES.join(', ')}
  npm run reconcile -- close 12 --by "Ada Obi" "What proves it" [--reference 20261121…]
                                                           proposes it; --reference: the purchase was sent under this one
  npm run reconcile -- close 12 13 --by "Ada Obi" "What proves them"
                                                           proposes to close several of one provider together
  npm run reconcile -- confirm orq_… --by "Bayo Ade"       another operator closes them

It uses the app's settings and asks the same providers. ${WHO}

${WHICH_DATABASE.replace('1 refused', '1 something differs or refused')}`

type Words = ReturnType<typeof readWords>

function readWords({ args }: CommandIo) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        from: { type: 'string' },
        to: { type: 'string' },
        by: { type: 'string' },
        reference: { type: 'string' },
        all: { type: 'boolean' },
        provider: { type: 'string' },
        type: { type: 'string' },
        age: { type: 'string' },
        help: { type: 'boolean' },
      },
    })
    const name = values.help === true ? 'help' : (positionals[0] ?? 'run')
    if (!['help', 'run', 'exceptions', 'close', 'confirm'].includes(name)) {
      throw new CannotRunError('exceptions, close or confirm?')
    }
    const numbers = name === 'close' ? numbersOf(positionals.slice(1)) : positionals.slice(1, 2)
    return { ...values, name, number: numbers[0] ?? '', numbers, text: positionals.slice(1 + numbers.length).join(' ') }
  } catch (error) {
    throw new CannotRunError(`${error instanceof Error ? error.message : error}\n\n${HELP}`)
  }
}

/** The first word always counts, so that a wrong one is reported; then every word that is a number. */
function numbersOf(words: readonly string[]): string[] {
  const end = words.findIndex((word, index) => index > 0 && !/^\d{1,15}$/.test(word))
  return words.slice(0, end === -1 ? words.length : end)
}

async function main(io: CommandIo): Promise<number> {
  const words = readWords(io)
  if (words.name === 'help') return printHelp(io, HELP)
  return await onDatabase(io, 'operators', async (opened) => {
    if (words.name === 'exceptions') return await printExceptions(io, opened.database, words)
    if (words.name === 'close') return await requestClose(io, opened, words)
    return await (words.name === 'confirm' ? close(io, depsOf(io, opened), words) : run(io, depsOf(io, opened), words))
  })
}

async function run(io: CommandIo, deps: Deps, words: Words): Promise<number> {
  const to = instantOf(words.to)
  const until = to ?? clock.now()
  const from = instantOf(words.from) ?? new Date(until.getTime() - BACK_MS)
  if (from > until) throw new CannotRunError('--from is after --to')
  const stop = (await readSuspensions(deps.database)).find(({ reason }) => reason === 'restored')
  const report = await reconcile(deps, { from, to: to ?? 'now' }, restoredOf(stop))
  const { lines, matched, pending, exceptions, fresh, gaps, setAside } = report
  io.print(
    `${counted(lines, 'line')}: ${matched} matched, ${pending} on the way, ${counted(exceptions, 'difference')}, ${fresh} new`,
  )
  if (setAside.count > 0) io.print(`${counted(setAside.count, 'line')} not ours, moving ${setAside.sums.join(', ')}:`)
  for (const line of setAside.lines) io.print(`    ${line}`)
  for (const gap of gaps) io.print(`not compared: ${gap}`)
  if (to !== null) io.print('The balances were not compared: they are current, and --to ends earlier.')
  return exceptions === 0 && gaps.length === 0 ? DONE : REFUSED
}

function instantOf(day: string | undefined): Date | null {
  if (day === undefined) return null
  const at = new Date(day)
  if (Number.isNaN(at.getTime())) throw new CannotRunError(`${day} is not a date; write it like 2026-11-21`)
  return at
}

function filterOf({ provider, type, age }: Words): ExceptionFilter {
  return { provider, type: oneOf('--type', TYPE_NAMES, type), age: oneOf('--age', AGE_NAMES, age), now: clock.now() }
}

function oneOf<Name extends string>(option: string, names: readonly Name[], value: string | undefined) {
  if (value === undefined) return undefined
  const found = names.find((name) => name === value)
  if (found === undefined) throw new CannotRunError(`${option}: one of ${names.join(', ')}`)
  return found
}

const naira = (amountKobo: bigint | null) => (amountKobo === null ? 'not known' : formatNaira(amountKobo))

async function printExceptions(io: CommandIo, database: Database, words: Words): Promise<number> {
  const found = await listExceptions(database, words.all === true, filterOf(words))
  const running = new Map<string, bigint>()
  for (const each of found) {
    const { number, provider, kind, reference, detail, differenceKobo, foundAt, closedAt, evidence } = each
    const state = closedAt === null ? '' : `, closed ${lagosTime(closedAt)}: ${evidence}`
    const sum = differenceKobo === null ? 'not known yet' : formatNaira(differenceKobo)
    io.print(`${number}  ${kind}  ${provider} ${reference}  ${sum}  ${lagosTime(foundAt)}${state}`)
    io.print(`    ${detail}`)
    if (closedAt === null) running.set(provider, (running.get(provider) ?? 0n) + (differenceKobo ?? 0n))
    const sofar = closedAt === null ? `, ${provider} so far ${naira(running.get(provider) ?? 0n)}` : ''
    io.print(`    ${BREAK_TYPES[typeOfBreak(each)]}: ${sidesOf(each)}${sofar}`)
  }
  io.print(`${found.filter((each) => each.closedAt === null).length} open`)
  return DONE
}

function sidesOf({ ledgerKobo, providerKobo }: ListedException): string {
  if (ledgerKobo === null && providerKobo === null) return 'neither side recorded'
  return `ledger ${naira(ledgerKobo)}, provider ${naira(providerKobo)}`
}

async function requestClose(io: CommandIo, opened: Opened, words: Words): Promise<number> {
  const deps = await proofDeps(io, opened)
  if (words.numbers.length > 1) return await requestSeveral(deps, words)
  const by = await prove(deps, { name: words.by, act: 'close-difference', subject: words.number })
  const of = { uncheckedNumber: words.number, uncheckedEvidence: words.text, uncheckedReference: words.reference ?? '' }
  tellToConfirm(deps.io, 'reconcile', await requestClosing(deps, { ...of, by }))
  return DONE
}

async function requestSeveral(deps: CommandDeps, words: Words): Promise<number> {
  if (words.reference !== undefined) throw new CannotRunError('--reference works only with a single difference')
  const subject = words.numbers.join('-').slice(0, 60)
  const by = await prove(deps, { name: words.by, act: 'close-differences', subject })
  const of = { uncheckedNumbers: words.numbers, uncheckedEvidence: words.text }
  tellToConfirm(deps.io, 'reconcile', await requestTogether(deps, { ...of, by }))
  return DONE
}

async function close(io: CommandIo, deps: Deps, words: Words): Promise<number> {
  const request = await readRequest(deps, words.number, ['close-difference', 'close-differences'])
  const by = await proveOperatorFor(await proofDeps(io, deps), { name: words.by, request })
  const act = ACTS[request.act]
  await act.carryOut(deps, { request, by }, null)
  io.print((await act.printDone?.(deps, request)) ?? 'done')
  return DONE
}

/** The parts of the product that a comparison needs. It proves no operator, so it needs no secret. */
function depsOf(io: CommandIo, { database, events }: Opened): Deps {
  const log = createLog('warn', { write: (line: string) => io.print(line.trimEnd()) })
  const newId = idSource(clock.now, randomBytes)
  return productDeps(io, { database, clock, log, randomBytes, newId, keys: keysFrom(randomBytes(32)), events })
}

export const reconcileCommand = commandOf('reconcile', main)
await runAsProgram(import.meta.main, reconcileCommand)
