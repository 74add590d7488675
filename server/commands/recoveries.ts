import {
  confirmRecovery,
  listRecoveries,
  openRecovery,
  readUnconfirmed,
  type ShownRecovery,
  stopRecoveryByOperator,
} from '#server/identity/recovery/operate-recoveries.ts'
import {
  commandOf,
  DONE,
  lagosTime,
  namesOf,
  onDatabase,
  printHelp,
  readCommand,
  WHICH_DATABASE,
  type Words,
} from './command.ts'
import type { CommandIo } from './io.ts'
import { type CommandDeps, proofDeps, prove, proveOperatorFor, tellToConfirm, WHO } from './operator.ts'
import { runAsProgram } from './program.ts'

const HELP = `npm run recoveries: recovers accounts of people who can no longer sign in, for operators.

  npm run recoveries -- list
  npm run recoveries -- open --email OLD --new-email NEW --by "Ada Obi" --text "How you know who it is"
  npm run recoveries -- confirm rcv_… --by "Bayo Ade"    by an operator other than the one who opened it
  npm run recoveries -- stop    rcv_… --by "Ada Obi"

Three days after it is confirmed and both mailboxes are notified, a link for a new password goes to the new mailbox. Until
then, any full sign-in to the account, or the link in those emails, stops it. Jara must be running for that.

${WHO}

${WHICH_DATABASE}`

const OPTIONS = ['by', 'email', 'new-email', 'text'] as const
type Typed = Words<(typeof OPTIONS)[number]>

const COMMANDS = { open, confirm, stop } as const

async function main(io: CommandIo): Promise<number> {
  const read = readCommand(io, { names: ['list', ...namesOf(COMMANDS)], options: OPTIONS, help: HELP })
  if (read === null) return printHelp(io, HELP)
  const { name, words } = read
  return await onDatabase(io, 'operators', async (opened) => {
    if (name === 'list') for (const each of await listRecoveries(opened.database)) io.print(lineOf(each))
    else await COMMANDS[name](await proofDeps(io, opened), words)
    return DONE
  })
}

async function open(deps: CommandDeps, { values }: Typed): Promise<void> {
  const by = await prove(deps, { name: values.by, act: 'recover-account' })
  const id = await openRecovery(deps, {
    uncheckedEmail: values.email ?? '',
    uncheckedNewEmail: values['new-email'] ?? '',
    uncheckedReason: values.text ?? '',
    by,
  })
  tellToConfirm(deps.io, 'recoveries', id)
}

async function confirm(deps: CommandDeps, { values, positionals }: Typed): Promise<void> {
  const { request, ...otherValues } = await readUnconfirmed(deps, positionals[1] ?? '')
  const by = await proveOperatorFor(deps, { name: values.by, request, otherValues })
  await confirmRecovery(deps, { request, by })
  deps.io.print(`${request.subject} is confirmed: both mailboxes get an email`)
}

async function stop(deps: CommandDeps, { values, positionals }: Typed): Promise<void> {
  const [, uncheckedId = ''] = positionals
  const by = await prove(deps, { name: values.by, act: 'stop-recovery', subject: uncheckedId })
  await stopRecoveryByOperator(deps, { uncheckedId, by })
  deps.io.print(`${uncheckedId} is stopped`)
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
  const status =
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
  return `${id}  ${userId}  ${lagosTime(openedAt)}  ${people}  ${status}`
}

export const recoveriesCommand = commandOf('recoveries', main)
await runAsProgram(import.meta.main, recoveriesCommand)
