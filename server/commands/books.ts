import { parseArgs } from 'node:util'
import { readPosition } from '#server/controls/ledger-check/check-books.ts'
import { FINDINGS_MAX } from '#server/controls/ledger-check/check-coherence.ts'
import { checkWholeBook, requestResume } from '#server/controls/ledger-check/operate-books.ts'
import type { Database } from '#server/platform/db/database.ts'
import { CannotRunError } from '#server/platform/errors.ts'
import { readSuspensions } from '#server/suspension/suspensions.ts'
import { commandOf, DONE, lagosTime, onDatabase, printHelp, REFUSED, WHICH_DATABASE } from './command.ts'
import type { CommandIo } from './io.ts'
import { type CommandDeps, proofDeps, prove, tellToConfirm, WHO } from './operator.ts'
import { productDeps } from './product-deps.ts'
import { runAsProgram } from './program.ts'
import { confirmHere } from './two-operators.ts'

const HELP = `npm run books: checks whether the books balance, and resumes money out after a stop.

  npm run books -- status   what is stopped and why, and when the books were last checked
  npm run books -- check    checks every row now; exit code 1 if something does not balance
  npm run books -- resume --by "Ada Obi"             proposes to resume money out, if everything balances
  npm run books -- confirm orq_… --by "Bayo Ade"     another operator resumes it, if everything still balances

${WHO}

${WHICH_DATABASE}`

async function main(io: CommandIo): Promise<number> {
  const { name, id, by } = readWords(io)
  if (name === 'help') return printHelp(io, HELP)
  return await onDatabase(io, 'operators', async (opened) => {
    if (name === 'status') return await printStatus(io, opened.database)
    if (name === 'check') return await printCheck(io, opened.database)
    const deps = await proofDeps(io, opened)
    return await (name === 'resume' ? resume(deps, by) : confirm(deps, id, by))
  })
}

const NAMES = ['status', 'check', 'resume', 'confirm', 'help'] as const
type Command = { name: (typeof NAMES)[number]; id: string; by: string | undefined }

function readWords({ args }: CommandIo): Command {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { by: { type: 'string' }, help: { type: 'boolean' } },
    })
    const name = values.help === true ? 'help' : NAMES.find((each) => each === positionals[0])
    if (name === undefined) throw new CannotRunError('status, check, resume or confirm?')
    return { name, id: positionals[1] ?? '', by: values.by }
  } catch (error) {
    throw new CannotRunError(`${error instanceof Error ? error.message : error}\n\n${HELP}`)
  }
}

async function resume(deps: CommandDeps, by: string | undefined): Promise<number> {
  const proven = await prove(deps, { name: by, act: 'resume-money' })
  tellToConfirm(deps.io, 'books', await requestResume(deps, proven))
  return DONE
}

async function confirm(deps: CommandDeps, id: string, by: string | undefined): Promise<number> {
  await confirmHere(productDeps(deps.io, deps), { id, acts: ['resume-money'], by })
  return DONE
}

async function printStatus(io: CommandIo, database: Database): Promise<number> {
  const stops = await readSuspensions(database)
  for (const { id, reason, detail, stoppedAt } of stops) {
    io.print(`stopped (${reason}) since ${lagosTime(stoppedAt)}, ${id}: ${detail}`)
  }
  if (stops.length === 0) io.print('nothing is stopped')
  const position = await readPosition(database)
  if (position === null) io.print('the books have not been checked yet')
  else {
    const { checkedAt, roundEndedAt } = position
    const whole =
      roundEndedAt === null ? 'not every row has been checked yet' : `every row by ${lagosTime(roundEndedAt)}`
    io.print(`last checked at ${lagosTime(checkedAt)}; ${whole}`)
  }
  return DONE
}

async function printCheck(io: CommandIo, database: Database): Promise<number> {
  const found = await checkWholeBook(database)
  for (const { rule, detail } of found) io.print(`${rule}  ${detail}`)
  const count = found.length < FINDINGS_MAX ? `${found.length} found` : `${FINDINGS_MAX} or more found`
  io.print(found.length === 0 ? 'the books add up' : count)
  return found.length === 0 ? DONE : REFUSED
}

export const booksCommand = commandOf('books', main)
await runAsProgram(import.meta.main, booksCommand)
