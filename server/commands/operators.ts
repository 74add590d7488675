import { parseArgs } from 'node:util'
import { PROPOSALS_PAGE } from '#contract/console/limits.ts'
import { isRole, ROLES } from '#contract/console/roles.ts'
import { listOperatorPasskeys, removeOperatorPasskey } from '#server/console/manage-passkeys.ts'
import { readRoleChange, requestRoleChange } from '#server/identity/operators/change-role.ts'
import { makeEnrolmentLink } from '#server/identity/operators/enrolment-links.ts'
import {
  addOperator,
  changePassphrase,
  countOperators,
  listOperators,
  requestRevocation,
} from '#server/identity/operators/manage-operators.ts'
import { listWaiting } from '#server/identity/operators/waiting-requests.ts'
import type { Database } from '#server/platform/db/database.ts'
import { CannotRunError, RefusedError } from '#server/platform/errors.ts'
import {
  clock,
  commandOf,
  counted,
  DONE,
  lagosTime,
  type Opened,
  onDatabase,
  printHelp,
  WHICH_DATABASE,
} from './command.ts'
import type { CommandIo } from './io.ts'
import { type CommandDeps, printRequest, proofDeps, prove, tellToConfirm, WHO } from './operator.ts'
import { productDeps } from './product-deps.ts'
import { runAsProgram } from './program.ts'
import { confirmHere } from './two-operators.ts'

const HELP = `npm run operators: who may act on this installation.

  npm run operators -- list                              who they are, and what awaits another operator
  npm run operators -- add "Ada Obi"                     the first; she types a passphrase of her own, twice
  npm run operators -- add "Bayo Ade" --role support --by "Ada Obi"
                                                         the next: she types hers, then Bayo types one of his. Roles:
                                                         support, finance, risk, manager (default: manager)
  npm run operators -- role "Bayo Ade" --to finance --reason "…" --by "Ada Obi"
  npm run operators -- revoke "Bayo Ade" --reason "…" --by "Ada Obi"
                                                         the reason is optional
  npm run operators -- confirm orq_… --by "Chidi Eze"    another operator confirms a role, a passkey and, if there are two,
                                                         an addition or a revocation
  npm run operators -- passphrase --by "Ada Obi"         a new one of her own
  npm run operators -- link "Ada Obi"                    a link that enrols her passkey for the console, once,
                                                         within 15 minutes
  npm run operators -- passkeys                          whose they are
  npm run operators -- remove-passkey opk_… --by "Ada Obi"
                                                         her own, or anybody's as a manager; ends its sessions too

${WHO} Nobody ever sees or sets anybody else's.

${WHICH_DATABASE}`

const NAMES = ['list', 'add', 'role', 'revoke', 'confirm', 'passphrase', 'link', 'passkeys', 'remove-passkey'] as const
type Words = {
  readonly what: string
  readonly by: string | undefined
  readonly role: string | undefined
  readonly to: string | undefined
  readonly reason: string | undefined
}

const COMMANDS: Readonly<
  Record<(typeof NAMES)[number], (io: CommandIo, opened: Opened, words: Words) => Promise<void>>
> = {
  list: async (io, { database }) => await printOperators(io, database),
  add: async (io, opened, words) => await add(await proofDeps(io, opened), words),
  role: async (io, opened, words) => await changeRole(await proofDeps(io, opened), words),
  revoke: async (io, opened, words) => await revoke(await proofDeps(io, opened), words),
  confirm: async (io, opened, words) => await confirm(await proofDeps(io, opened), words),
  passphrase: async (io, opened, words) => await renew(await proofDeps(io, opened), words),
  link: async (io, opened, words) => await printLink(await proofDeps(io, opened), words),
  passkeys: async (io, { database }) => await printPasskeys(io, database),
  'remove-passkey': async (io, opened, words) => await dropPasskey(await proofDeps(io, opened), words),
}

async function main(io: CommandIo): Promise<number> {
  const words = readWords(io)
  if (words === null) return printHelp(io, HELP)
  return await onDatabase(io, 'operators', async (opened) => {
    await COMMANDS[words.name](io, opened, words)
    return DONE
  })
}

const TEXT = { type: 'string' } as const

function readWords({ args }: CommandIo): (Words & { name: (typeof NAMES)[number] }) | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { by: TEXT, role: TEXT, to: TEXT, reason: TEXT, help: { type: 'boolean' } },
    })
    if (values.help === true) return null
    const name = NAMES.find((each) => each === positionals[0])
    if (name === undefined) throw new CannotRunError(`${NAMES.join(', ')}?`)
    const { by, role, to, reason } = values
    return { name, what: positionals.slice(1).join(' '), by, role, to, reason }
  } catch (error) {
    throw new CannotRunError(`${error instanceof Error ? error.message : error}\n\n${HELP}`)
  }
}

async function printOperators(io: CommandIo, database: Database): Promise<void> {
  const operators = await listOperators(database)
  for (const { name, id, role, admittedAt, revokedAt } of operators) {
    const until = revokedAt === null ? '' : `, revoked ${lagosTime(revokedAt)}`
    io.print(`${name}  ${id}  ${role}  since ${lagosTime(admittedAt)}${until}`)
  }
  io.print(counted(operators.filter(({ revokedAt }) => revokedAt === null).length, 'active operator'))
  await printWaiting(io, database)
}

/** Prints all waiting requests, page by page. */
async function printWaiting(io: CommandIo, database: Database): Promise<void> {
  for (let after: string | undefined; ; ) {
    const page = await listWaiting({ database, clock }, { after, limit: PROPOSALS_PAGE })
    for (const request of page.requests) printRequest(io, request)
    if (page.next === null) return
    after = page.next
  }
}

async function add(deps: CommandDeps, { what, by, role = 'manager' }: Words): Promise<void> {
  if (!isRole(role)) throw new CannotRunError(`which role? ${ROLES.join(', ')}`)
  const isFirst = (await countOperators(deps.database)) === 0
  const proven = isFirst ? null : await prove(deps, { name: by, act: 'add-operator' })
  const uncheckedPassphrase = await askNew(deps.io, what)
  const { id, requestId } = await addOperator(deps, { uncheckedName: what, uncheckedPassphrase, role, by: proven })
  if (requestId === null) deps.io.print(`${what} is an operator now: ${id}`)
  else tellToConfirm(deps.io, 'operators', requestId)
}

async function changeRole(deps: CommandDeps, { what, by, to = '', reason = '' }: Words): Promise<void> {
  const change = await readRoleChange(deps, { operator: what, role: to, uncheckedReason: reason })
  const proven = await prove(deps, { name: by, act: 'change-role', subject: change.operatorId })
  tellToConfirm(deps.io, 'operators', await requestRoleChange(deps, { change, by: proven }))
}

async function revoke(deps: CommandDeps, { what, by, reason }: Words): Promise<void> {
  const proven = await prove(deps, { name: by, act: 'revoke-operator' })
  const asked = { uncheckedName: what, uncheckedReason: reason, by: proven }
  tellToConfirm(deps.io, 'operators', await requestRevocation(deps, asked))
}

const CONFIRMED_HERE = ['add-operator', 'revoke-operator', 'change-role', 'enrol-passkey'] as const

async function confirm(deps: CommandDeps, { what, by }: Words): Promise<void> {
  await confirmHere(productDeps(deps.io, deps), { id: what, acts: CONFIRMED_HERE, by })
}

async function printLink(deps: CommandDeps, { what, by }: Words): Promise<void> {
  const proven = await prove(deps, { name: what === '' ? by : what, act: 'enrol-passkey' })
  const { CONSOLE_ORIGIN, PUBLIC_URL, PORT } = deps.io.env
  const consoleUrl = CONSOLE_ORIGIN || PUBLIC_URL || `http://localhost:${PORT || '3000'}`
  deps.io.print(`${proven.name} opens this within 15 minutes, once, in the browser that is to have the passkey:`)
  deps.io.print(`  ${await makeEnrolmentLink({ ...deps, consoleUrl }, proven)}`)
}

async function printPasskeys(io: CommandIo, database: Database): Promise<void> {
  for (const { id, operator, name, createdAt, confirmedAt } of await listOperatorPasskeys(database)) {
    const waits = confirmedAt === null ? ', waits for another operator' : ''
    io.print(`${id}  ${operator}: ${name}, enrolled ${lagosTime(createdAt)}${waits}`)
  }
}

async function dropPasskey(deps: CommandDeps, { what, by }: Words): Promise<void> {
  const proven = await prove(deps, { name: by, act: 'remove-passkey', subject: what })
  const { operator, name } = await removeOperatorPasskey(deps, { id: what, by: proven })
  deps.io.print(`the passkey ${name} of ${operator} no longer works`)
}

async function renew(deps: CommandDeps, { by }: Words): Promise<void> {
  const proven = await prove(deps, { name: by, act: 'change-passphrase' })
  await changePassphrase(deps, proven, { unchecked: await askNew(deps.io, proven.name) })
  deps.io.print('from now on only the new passphrase works')
}

/** The owner types it twice, because it is not echoed. */
async function askNew({ input }: CommandIo, name: string): Promise<string> {
  const passphrase = await input.askSecret(`A new passphrase, typed by ${name}: `)
  if ((await input.askSecret('The same again: ')) === passphrase) return passphrase
  throw new RefusedError('the two passphrases differ. Nothing was changed')
}

export const operatorsCommand = commandOf('operators', main)
await runAsProgram(import.meta.main, operatorsCommand)
