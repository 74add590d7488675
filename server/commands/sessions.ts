import { parseArgs } from 'node:util'
import {
  countOpenSessions,
  endSessionsByOperator,
  type UncheckedWhose,
} from '#server/identity/sessions/operate-sessions.ts'
import { CannotRunError } from '#server/platform/errors.ts'
import { clock, DONE, onDatabase, printHelp, runCommand, WHICH_DATABASE } from './command.ts'
import { proofDeps, prove, WHO } from './operator.ts'

const HELP = `npm run sessions: who is signed in, and signing people out, for operators.

  npm run sessions -- status                           how many sessions are open
  npm run sessions -- end --email ADDRESS --by "Ada Obi" --reason "Cookies of their laptop were stolen"
  npm run sessions -- end --user usr_…    --by "Ada Obi" --reason "…"
  npm run sessions -- end --all           --by "Ada Obi" --reason "…"

The next request of an ended session is asked to sign in. Passwords, PINs, passkeys and devices stay as they are, and
payments that were approved go on. Each owner is told by an email. Your name and the reason are kept as an alarm.
${WHO}

${WHICH_DATABASE}`

type Command = {
  readonly name: 'status' | 'end'
  readonly whose: UncheckedWhose
  readonly by: string
  readonly reason: string
}

async function main(): Promise<number> {
  const command = readCommand()
  if (command === null) return printHelp(HELP)
  return await onDatabase('operators', async (database) => {
    if (command.name === 'status') {
      const { sessions, people } = await countOpenSessions({ database, clock })
      console.log(`${sessions} sessions are open, of ${people} people`)
      return DONE
    }
    const { whose, by, reason: uncheckedReason } = command
    const deps = await proofDeps(database)
    const operator = await prove(deps, { name: by, act: 'end-sessions', subject: whose.user ?? '' })
    const ended = await endSessionsByOperator(deps, { whose, operator, uncheckedReason })
    console.log(`${ended.sessions} sessions of ${ended.people} people were ended; each of them is told by an email`)
    return DONE
  })
}

function readCommand(): Command | null {
  const text = { type: 'string' } as const
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { email: text, user: text, all: { type: 'boolean' }, by: text, reason: text, help: { type: 'boolean' } },
    })
    if (values.help === true) return null
    const [name, ...more] = positionals
    if ((name !== 'status' && name !== 'end') || more.length > 0) throw new CannotRunError('status or end?')
    const { email, user, all, by = '', reason = '' } = values
    return { name, whose: { email, user, all }, by, reason }
  } catch (error) {
    throw new CannotRunError(`${error instanceof Error ? error.message : error}\n\n${HELP}`)
  }
}

await runCommand('sessions', main)
