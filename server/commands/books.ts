import { parseArgs } from 'node:util'
import type { Database } from '../db/database.ts'
import { CannotRunError } from '../errors.ts'
import { readPosition } from '../features/books/check-books.ts'
import { checkWholeBook, resumeMoney } from '../features/books/operate-books.ts'
import { readStops } from '../stops/money-stops.ts'
import { clock, DONE, lagosTime, openForCommand, REFUSED, runCommand, WHICH_DATABASE } from './command.ts'

const HELP = `npm run books: whether the books add up, and letting money out again after they did not.

  npm run books -- status   what is stopped and why, and when the books were checked last
  npm run books -- check    checks every row now; ends with 1 when something does not add up
  npm run books -- resume --by "Ada Obi" --confirmed-by "Bayo Ade"
                            lets money out again: two people, and only when everything adds up

${WHICH_DATABASE}`

async function main(): Promise<number> {
  const { name, by, confirmedBy } = readCommand()
  if (name === 'help') {
    console.log(HELP)
    return DONE
  }
  const database = await openForCommand('money_stops')
  try {
    if (name === 'status') return await printStatus(database)
    if (name === 'check') return await printCheck(database)
    await resumeMoney({ database, clock }, { by, confirmedBy })
    console.log('money out goes on')
    return DONE
  } finally {
    await database.close()
  }
}

type Command = { name: 'status' | 'check' | 'resume' | 'help'; by: string; confirmedBy: string }

function readCommand(): Command {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { by: { type: 'string' }, 'confirmed-by': { type: 'string' }, help: { type: 'boolean' } },
    })
    const name = values.help === true ? 'help' : positionals[0]
    if (name !== 'status' && name !== 'check' && name !== 'resume' && name !== 'help') {
      throw new CannotRunError('status, check or resume?')
    }
    return { name, by: values.by ?? '', confirmedBy: values['confirmed-by'] ?? '' }
  } catch (error) {
    throw new CannotRunError(`${error instanceof Error ? error.message : error}\n\n${HELP}`)
  }
}

async function printStatus(database: Database): Promise<number> {
  const stops = await readStops(database)
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
