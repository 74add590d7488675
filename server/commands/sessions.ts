import { parseArgs } from 'node:util'
import type { UncheckedWhose } from '#server/identity/accounts/find-account.ts'
import { readRequest } from '#server/identity/operators/requests.ts'
import {
  confirmEndingAll,
  countOpenSessions,
  endEveryonesSessions,
  endSessionsByOperator,
  requestEndingAll,
} from '#server/identity/sessions/operate-sessions.ts'
import { CannotRunError } from '#server/platform/errors.ts'
import { clock, commandOf, counted, DONE, onDatabase, printHelp, WHICH_DATABASE } from './command.ts'
import type { CommandIo } from './io.ts'
import { type CommandDeps, proofDeps, prove, proveOperatorFor, tellToConfirm, WHO } from './operator.ts'
import { runAsProgram } from './program.ts'

const HELP = `npm run sessions: counts open sessions and signs people out, for operators.

  npm run sessions -- status                           how many sessions are open
  npm run sessions -- end --email ADDRESS --by "Ada Obi" --reason "Cookies of their laptop were stolen"
  npm run sessions -- end --user usr_…    --by "Ada Obi" --reason "…"
  npm run sessions -- end --all           --by "Ada Obi" --reason "…"
                                                       proposes it: signing everybody out takes two operators
  npm run sessions -- confirm orq_…       --by "Bayo Ade"
                                                       another operator ends everybody's sessions

After that, the next request must sign in again. Passwords, PINs, passkeys and devices do not change, and approved payments
continue. Each owner gets an email. Your name and the reason are recorded as an alarm.
${WHO}

${WHICH_DATABASE}`

const NAMES = ['status', 'end', 'confirm'] as const

type Command = {
  readonly name: (typeof NAMES)[number]
  readonly whose: UncheckedWhose
  readonly all: boolean
  readonly request: string
  readonly by: string
  readonly reason: string
}

async function main(io: CommandIo): Promise<number> {
  const command = readWords(io)
  if (command === null) return printHelp(io, HELP)
  return await onDatabase(io, 'operators', async (opened) => {
    if (command.name === 'status') {
      const { sessions, people } = await countOpenSessions({ ...opened, clock })
      io.print(`open: ${counted(sessions, 'session')}, of ${people === 1 ? '1 person' : `${people} people`}`)
      return DONE
    }
    const deps = await proofDeps(io, opened)
    if (command.name === 'confirm') await confirm(deps, command)
    else if (command.all) await askForAll(deps, command)
    else await end(deps, command)
    return DONE
  })
}

async function end(deps: CommandDeps, { whose, by, reason: uncheckedReason }: Command): Promise<void> {
  const operator = await prove(deps, { name: by, act: 'end-sessions', subject: whose.user ?? '' })
  printEnded(deps.io, await endSessionsByOperator(deps, { whose, operator, uncheckedReason }))
}

async function askForAll(deps: CommandDeps, { by: name, reason: uncheckedReason }: Command): Promise<void> {
  const by = await prove(deps, { name, act: 'end-all-sessions' })
  tellToConfirm(deps.io, 'sessions', await requestEndingAll(deps, { uncheckedReason, by }))
}

/** Ends the sessions in this process. A job in a running Jara ends any that are left. */
async function confirm(deps: CommandDeps, { request: id, by: name }: Command): Promise<void> {
  const request = await readRequest(deps, id, ['end-all-sessions'])
  const by = await proveOperatorFor(deps, { name, request })
  const { until } = await confirmEndingAll(deps, { request, by })
  printEnded(deps.io, await endEveryonesSessions(deps, until))
}

function printEnded(io: CommandIo, { sessions, people }: { sessions: number; people: number }): void {
  io.print(
    `ended: ${counted(sessions, 'session')}, of ${people === 1 ? '1 person' : `${people} people`}; each of them gets an email`,
  )
}

function readWords({ args }: CommandIo): Command | null {
  const text = { type: 'string' } as const
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { email: text, user: text, all: { type: 'boolean' }, by: text, reason: text, help: { type: 'boolean' } },
    })
    if (values.help === true) return null
    const [first, request = '', ...more] = positionals
    const name = NAMES.find((each) => each === first)
    if (name === undefined || more.length > 0) throw new CannotRunError('status, end or confirm?')
    const { email, user, all = false, by = '', reason = '' } = values
    if (all && (email ?? user) !== undefined)
      throw new CannotRunError('whose sessions? Give one of --email, --user and --all')
    return { name, whose: { email, user }, all, request, by, reason }
  } catch (error) {
    throw new CannotRunError(`${error instanceof Error ? error.message : error}\n\n${HELP}`)
  }
}

export const sessionsCommand = commandOf('sessions', main)
await runAsProgram(import.meta.main, sessionsCommand)
