import { parseArgs } from 'node:util'
import { freezeByOperator, requestUnfreeze } from '#server/identity/accounts/operate-freezes.ts'
import { CannotRunError } from '#server/platform/errors.ts'
import { csvLine } from '#server/platform/text/csv-text.ts'
import { AFFECTED_USER_COLUMNS, type AffectedUser, listAffectedUsers } from '#server/privacy/list-affected-users.ts'
import { clock, commandOf, DONE, logOf, type Opened, onDatabase, printHelp, WHICH_DATABASE } from './command.ts'
import type { CommandIo } from './io.ts'
import { proofDeps, prove, tellToConfirm, WHO } from './operator.ts'
import { productDeps } from './product-deps.ts'
import { runAsProgram } from './program.ts'
import { confirmHere } from './two-operators.ts'

const HELP = `npm run people: finds people affected by a data leak, and freezes accounts, for operators.

  npm run people -- --from 2026-11-20T00:00Z --to 2026-11-21T12:00Z --by "Ada Obi" --reason "Stolen laptop of Bayo" > people.csv
                         who is affected by a data leak, for the notice to the authority and to the people themselves:
                         a line of CSV for each account with activity in that time (an event, an open session, a new
                         device), with the email, the name, and how much data of each kind is stored
  npm run people -- freeze --email ADDRESS --for wish --by "Ada Obi" --reason "They rang: the telephone is stolen"
                         freezes money out at once. For: wish (the owner asked), safety (protecting the account), review
                         (checking the account). The customer sees which one, but not the reason
  npm run people -- unfreeze --email ADDRESS --by "Ada Obi" --reason "They have a new telephone"
                         proposes to lift a freeze that an operator set
  npm run people -- confirm orq_… --by "Bayo Ade"
                         another operator lifts it

Instead of --email ADDRESS you can give --user usr_…. Times without a zone are this machine's. Your name and the reason are
recorded. ${WHO}

${WHICH_DATABASE}`

/** Characters written at a time. */
const CHUNK_CHARACTERS = 64 * 1024

const NAMES = ['list', 'freeze', 'unfreeze', 'confirm'] as const

type Words = {
  readonly name: (typeof NAMES)[number]
  readonly request: string
  readonly options: Partial<Record<'from' | 'to' | 'by' | 'reason' | 'email' | 'user' | 'for', string>>
}

const COMMANDS: Readonly<Record<Words['name'], (io: CommandIo, opened: Opened, words: Words) => Promise<void>>> = {
  list,
  freeze,
  unfreeze,
  confirm,
}

async function main(io: CommandIo): Promise<number> {
  const words = readWords(io)
  if (words === null) return printHelp(io, HELP)
  if (words.name === 'list') spanOf(words)
  return await onDatabase(io, 'operators', async (opened) => {
    await COMMANDS[words.name](io, opened, words)
    return DONE
  })
}

function readWords({ args }: CommandIo): Words | null {
  const text = { type: 'string' } as const
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        from: text,
        to: text,
        by: text,
        reason: text,
        email: text,
        user: text,
        for: text,
        help: { type: 'boolean' },
      },
    })
    const { help, ...options } = values
    if (help === true) return null
    const [first = 'list', request = '', ...more] = positionals
    const name = NAMES.find((each) => each === first)
    if (name === undefined || more.length > 0) throw new CannotRunError(`${NAMES.join(', ')}?`)
    return { name, request, options }
  } catch (error) {
    throw new CannotRunError(`${error instanceof Error ? error.message : error}\n\n${HELP}`)
  }
}

function spanOf({ options: { from, to } }: Words): { from: Date; to: Date } {
  return { from: instantOf('--from', from), to: instantOf('--to', to) }
}

async function list(io: CommandIo, opened: Opened, words: Words): Promise<void> {
  const { by, reason } = words.options
  const operator = await prove(await proofDeps(io, opened), { name: by, act: 'list-people' })
  const of = { ...spanOf(words), operator, uncheckedReason: reason ?? '' }
  let text = csvLine(AFFECTED_USER_COLUMNS)
  for await (const person of listAffectedUsers({ ...opened, clock, log: logOf(io) }, of)) {
    text += lineOf(person)
    if (text.length >= CHUNK_CHARACTERS) {
      io.write(text)
      text = ''
    }
  }
  io.write(text)
}

async function freeze(io: CommandIo, opened: Opened, { options }: Words): Promise<void> {
  const { email, user, by: name, reason: uncheckedReason = '', for: uncheckedHeading = '' } = options
  const deps = await proofDeps(io, opened)
  const by = await prove(deps, { name, act: 'freeze-customer', subject: user ?? '' })
  const { userId } = await freezeByOperator(deps, { whose: { email, user }, uncheckedHeading, uncheckedReason, by })
  io.print(`${userId} is frozen; its owner gets an email`)
}

async function unfreeze(io: CommandIo, opened: Opened, { options }: Words): Promise<void> {
  const { email, user, by: name, reason: uncheckedReason = '' } = options
  const deps = await proofDeps(io, opened)
  const by = await prove(deps, { name, act: 'unfreeze-customer', subject: user ?? '' })
  tellToConfirm(deps.io, 'people', await requestUnfreeze(deps, { whose: { email, user }, uncheckedReason, by }))
}

async function confirm(io: CommandIo, opened: Opened, { request: id, options }: Words): Promise<void> {
  const deps = productDeps(io, await proofDeps(io, opened))
  // Nothing is printed here, but a freeze that was already lifted is refused before the passphrase.
  await confirmHere(deps, { id, acts: ['unfreeze-customer'], by: options.by, shows: () => [] })
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

export const peopleCommand = commandOf('people', main)
await runAsProgram(import.meta.main, peopleCommand)
