import type { Description, Preview } from '#server/acts/act.ts'
import { setCustomerLimitAct } from '#server/acts/set-customer-limit.ts'
import { NO_LIMIT } from '#server/payments/limits/customer-limits.ts'
import { commandOf, DONE, namesOf, onDatabase, printHelp, readCommand, WHICH_DATABASE, type Words } from './command.ts'
import type { CommandIo } from './io.ts'
import { proofDeps, WHO } from './operator.ts'
import { productDeps } from './product-deps.ts'
import { runAsProgram } from './program.ts'
import { askFor, confirmHere, type TwoDeps } from './two-operators.ts'

const HELP = `npm run limits: a lower daily limit for one customer. Two operators with the role risk or manager set it. To change
everybody's limits, use "npm run settings -- set-limits".

  npm run limits -- set --user usr_… --daily 50000 --reason "Why they can send less" --by "Ada Obi"
  npm run limits -- set --email ADDRESS --daily ${NO_LIMIT}  --reason "Why it ends"            --by "Ada Obi"
  npm run limits -- confirm orq_… --by "Bayo Ade"     another operator, who first reads it word for word

The lower of this limit and everybody's applies, and a BPC does not raise it. Where it applies, the customer sees the limit and
the day it was set, but not the reason.

${WHO}

${WHICH_DATABASE}`

const OPTIONS = ['by', 'daily', 'email', 'reason', 'user'] as const
type Typed = Words<(typeof OPTIONS)[number]>

const COMMANDS = { set, confirm } as const

async function main(io: CommandIo): Promise<number> {
  const read = readCommand(io, { names: namesOf(COMMANDS), options: OPTIONS, help: HELP })
  if (read === null) return printHelp(io, HELP)
  const { name, words } = read
  return await onDatabase(io, 'customer_limits', async (opened) => {
    await COMMANDS[name](productDeps(io, await proofDeps(io, opened)), words)
    return DONE
  })
}

async function set(deps: TwoDeps, { values }: Typed): Promise<void> {
  const asked = {
    customer: values.user ?? values.email ?? '',
    daily: values.daily ?? '',
    reason: values.reason ?? '',
  }
  await askFor(deps, { act: setCustomerLimitAct, asked, by: values.by, command: 'limits', shows })
}

async function confirm(deps: TwoDeps, { values, positionals }: Typed): Promise<void> {
  await confirmHere(deps, { id: positionals[1] ?? '', acts: ['set-customer-limit'], by: values.by, shows })
}

const shows = ({ summary, effects }: Description | Preview) => [summary, ...effects]

export const limitsCommand = commandOf('limits', main)
await runAsProgram(import.meta.main, limitsCommand)
