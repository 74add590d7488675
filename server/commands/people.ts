import { CannotRunError } from '#server/platform/errors.ts'
import { csvLine } from '#server/platform/text/csv-text.ts'
import { AFFECTED_USER_COLUMNS, type AffectedUser, listAffectedUsers } from '#server/privacy/list-affected-users.ts'
import { clock, consoleLog, DONE, onDatabase, printHelp, readOptions, runCommand, WHICH_DATABASE } from './command.ts'
import { proofDeps, prove, WHO } from './operator.ts'

const HELP = `npm run people: who was touched when data got out, for the notice to the authority and to the people themselves.

  npm run people -- --from 2026-11-20T00:00Z --to 2026-11-21T12:00Z --by "Ada Obi" --reason "Stolen laptop of Bayo" > people.csv

A line of CSV for everybody in whose account something happened in that time (an event, an open session, a new device),
with the email, the name, and how much of which kind of data is kept about him. Times without a zone are those of this
machine. Your name and the reason are kept as an alarm. ${WHO}

${WHICH_DATABASE}`

/** Written at once. */
const CHUNK_CHARACTERS = 64 * 1024

async function main(): Promise<number> {
  const options = readOptions(['from', 'to', 'by', 'reason'])
  if (options === null) return printHelp(HELP)
  const span = { from: instantOf('--from', options.from), to: instantOf('--to', options.to) }
  return await onDatabase('operators', async (database) => {
    const operator = await prove(await proofDeps(database), { name: options.by, act: 'list-people' })
    const of = { ...span, operator, uncheckedReason: options.reason ?? '' }
    let text = csvLine(AFFECTED_USER_COLUMNS)
    for await (const person of listAffectedUsers({ database, clock, log: consoleLog }, of)) {
      text += lineOf(person)
      if (text.length >= CHUNK_CHARACTERS) {
        process.stdout.write(text)
        text = ''
      }
    }
    process.stdout.write(text)
    return DONE
  })
}

function lineOf(person: AffectedUser): string {
  return csvLine(
    AFFECTED_USER_COLUMNS.map((name) => (name === 'closed' ? (person.closed ? 'yes' : 'no') : `${person[name]}`)),
  )
}

function instantOf(option: string, text: string | undefined): Date {
  const at = new Date(text ?? '')
  if (Number.isNaN(at.getTime()))
    throw new CannotRunError(`${option} needs a time, such as 2026-11-20T00:00Z\n\n${HELP}`)
  return at
}

await runCommand('people', main)
