import { parseArgs } from 'node:util'
import { readPosition } from '#server/controls/ledger-check/check-books.ts'
import { checkWholeBook, requestResume, resumeMoney } from '#server/controls/ledger-check/operate-books.ts'
import type { ProofDeps } from '#server/identity/operators/prove-operator.ts'
import { readRequest } from '#server/identity/operators/requests.ts'
import type { Database } from '#server/platform/db/database.ts'
import { CannotRunError } from '#server/platform/errors.ts'
import { readSuspensions } from '#server/suspension/suspensions.ts'
import { DONE, lagosTime, onDatabase, printHelp, REFUSED, runCommand, WHICH_DATABASE } from './command.ts'
import { proofDeps, prove, proveFor, tellToConfirm, WHO } from './operator.ts'

const HELP = `npm run books: whether the books add up, and letting money out again after they did not.

  npm run books -- status   what is stopped and why, and when the books were checked last
  npm run books -- check    checks every row now; ends with 1 when something does not add up
  npm run books -- resume --by "Ada Obi"             asks to let money out again, when everything adds up
  npm run books -- confirm orq_… --by "Bayo Ade"     another operator lets it out, when everything still does

${WHO}

${WHICH_DATABASE}`

async function main(): Promise<number> {
  const { name, id, by } = readCommand()
  if (name === 'help') return printHelp(HELP)
  return await onDatabase('operators', async (database) => {
    if (name === 'status') return await printStatus(database)
    if (name === 'check') return await printCheck(database)
    const deps = await proofDeps(database)
    return await (name === 'resume' ? resume(deps, by) : confirm(deps, id, by))
  })
}

const NAMES = ['status', 'check', 'resume', 'confirm', 'help'] as const
type Command = { name: (typeof NAMES)[number]; id: string; by: string | undefined }

function readCommand(): Command {
  try {
    const { values, positionals } = parseArgs({
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

async function resume(deps: ProofDeps, by: string | undefined): Promise<number> {
  const proven = await prove(deps, { name: by, act: 'resume-money' })
  tellToConfirm('books', await requestResume(deps, proven))
  return DONE
}

async function confirm(deps: ProofDeps, id: string, by: string | undefined): Promise<number> {
  const request = await readRequest(deps, id, ['resume-money'])
  await resumeMoney(deps, { request, by: await proveFor(deps, { name: by, request }) })
  console.log('money out goes on')
  return DONE
}

async function printStatus(database: Database): Promise<number> {
  const stops = await readSuspensions(database)
  for (const { id, reason, detail, stoppedAt } of stops) {
    console.log(`stopped (${reason}) since ${lagosTime(stoppedAt)}, ${id}: ${detail}`)
  }
  if (stops.length === 0) console.log('nothing is stopped')
  const position = await readPosition(database)
  if (position === null) console.log('the books have not been checked yet')
  else {
    const { checkedAt, roundEndedAt } = position
    const whole =
      roundEndedAt === null ? 'not every row has been checked yet' : `every row by ${lagosTime(roundEndedAt)}`
    console.log(`checked last at ${lagosTime(checkedAt)}; ${whole}`)
  }
  return DONE
}

async function printCheck(database: Database): Promise<number> {
  const found = await checkWholeBook(database)
  for (const { rule, detail } of found) console.log(`${rule}  ${detail}`)
  console.log(found.length === 0 ? 'the books add up' : `${found.length} found`)
  return found.length === 0 ? DONE : REFUSED
}

await runCommand('books', main)
