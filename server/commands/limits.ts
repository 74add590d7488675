import { readRequest } from '#server/identity/operators/requests.ts'
import {
  foreseeCustomerLimit,
  NO_LIMIT,
  readLimitOf,
  requestCustomerLimit,
  setCustomerLimit,
  summaryOfLimit,
} from '#server/payments/limits/customer-limits.ts'
import { commandOf, DONE, namesOf, onDatabase, printHelp, readCommand, WHICH_DATABASE, type Words } from './command.ts'
import type { CommandIo } from './io.ts'
import { type CommandDeps, proofDeps, prove, proveFor, tellToConfirm, WHO } from './operator.ts'
import { runAsProgram } from './program.ts'

const HELP = `npm run limits: a lower daily limit for one customer. Two operators of risk or manager set it. Everybody's limits are
changed with "npm run settings -- set-limits".

  npm run limits -- set --user usr_… --daily 50000 --reason "Why they can send less" --by "Ada Obi"
  npm run limits -- set --email ADDRESS --daily ${NO_LIMIT}  --reason "Why it ends"            --by "Ada Obi"
  npm run limits -- confirm orq_… --by "Bayo Ade"     another operator, who first reads it word for word

The lower of this limit and everybody's holds, and a BPC does not raise it. The customer reads the limit and the day on which it
was set where it binds, and not the reason.

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
    await COMMANDS[name](await proofDeps(io, opened), words)
    return DONE
  })
}

async function set(deps: CommandDeps, { values }: Typed): Promise<void> {
  const unchecked = {
    uncheckedCustomer: values.user ?? values.email ?? '',
    uncheckedDaily: values.daily ?? '',
    uncheckedReason: values.reason ?? '',
  }
  const content = await readLimitOf(deps, unchecked)
  deps.io.print(summaryOfLimit(content), ...(await foreseeCustomerLimit(deps.database, content)))
  const by = await prove(deps, { name: values.by, act: 'set-customer-limit', subject: content.customer ?? '' })
  tellToConfirm(deps.io, 'limits', await requestCustomerLimit(deps, { ...unchecked, by }))
}

async function confirm(deps: CommandDeps, { values, positionals }: Typed): Promise<void> {
  const request = await readRequest(deps, positionals[1] ?? '', ['set-customer-limit'])
  deps.io.print(summaryOfLimit(request.content), ...(await foreseeCustomerLimit(deps.database, request.content)))
  const by = await proveFor(deps, { name: values.by, request })
  deps.events.publish(await setCustomerLimit(deps, { request, by }), { topics: ['wallet'] })
  deps.io.print('done')
}

export const limitsCommand = commandOf('limits', main)
await runAsProgram(import.meta.main, limitsCommand)
