import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { CannotRunError } from '../errors.ts'
import {
  confirmRecovery,
  listRecoveries,
  openRecovery,
  type ShownRecovery,
  stopRecoveryByOperator,
} from '../features/recoveries/operate-recoveries.ts'
import { idSource } from '../ids.ts'
import { clock, DONE, lagosTime, openForCommand, runCommand, WHICH_DATABASE } from './command.ts'

const HELP = `npm run recoveries: accounts of people who have lost every way in, for operators.

  npm run recoveries -- list
  npm run recoveries -- open --email OLD --new-email NEW --by "Ada Obi" --text "How you know who it is"
  npm run recoveries -- confirm rcv_… --by "Bayo Ade"    another operator than the one who opened it
  npm run recoveries -- stop    rcv_… --by "Ada Obi"

Three days after it was confirmed and both mailboxes were told, a link for a new password goes to the new mailbox. Any
full sign-in of the account, and the link in its letters, stops it until then. Jara has to be running for that.

${WHICH_DATABASE}`

const NAMES = ['list', 'open', 'confirm', 'stop'] as const
type Name = (typeof NAMES)[number]

async function main(): Promise<number> {
  const { values, positionals } = readWords()
  const [name = '', uncheckedId = ''] = positionals
  if (values.help === true) {
    console.log(HELP)
    return DONE
  }
  if (!NAMES.includes(name as Name)) throw new CannotRunError(`list, open, confirm or stop?\n\n${HELP}`)
  const database = await openForCommand('account_recoveries')
  try {
    const deps = { database, clock, newId: idSource(clock.now, randomBytes) }
    const of = { uncheckedId, uncheckedOperator: values.by ?? '' }
    if (name === 'list') for (const each of await listRecoveries(database)) console.log(lineOf(each))
    if (name === 'confirm') await confirmRecovery(deps, of)
    if (name === 'stop') await stopRecoveryByOperator(deps, of)
    if (name === 'open') {
      const words = { email: values.email ?? '', newEmail: values['new-email'] ?? '', reason: values.text ?? '' }
      const id = await openRecovery(deps, {
        uncheckedEmail: words.email,
        uncheckedNewEmail: words.newEmail,
        uncheckedReason: words.reason,
        uncheckedOperator: of.uncheckedOperator,
      })
      console.log(`${id} is open: another operator confirms it`)
    }
    return DONE
  } finally {
    await database.close()
  }
}

function readWords() {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      allowPositionals: true,
      options: { by: text, email: text, 'new-email': text, text, help: { type: 'boolean' } },
    })
  } catch (error) {
    throw new CannotRunError(`${error instanceof Error ? error.message : error}\n\n${HELP}`)
  }
}

function lineOf({
  id,
  userId,
  openedBy,
  openedAt,
  confirmedBy,
  announcedAt,
  stoppedBy,
  doneAt,
}: ShownRecovery): string {
  const standing =
    doneAt !== null
      ? `given back ${lagosTime(doneAt)}`
      : stoppedBy !== null
        ? `stopped by ${stoppedBy}`
        : announcedAt !== null
          ? `told ${lagosTime(announcedAt)}, waits three days`
          : confirmedBy !== null
            ? 'confirmed'
            : 'waits for another operator'
  const people = confirmedBy === null ? openedBy : `${openedBy}, ${confirmedBy}`
  return `${id}  ${userId}  ${lagosTime(openedAt)}  ${people}  ${standing}`
}

await runCommand('recoveries', main)
