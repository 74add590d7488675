import { parseArgs } from 'node:util'
import {
  addOperator,
  changePassphrase,
  confirmChange,
  countOperators,
  listOperators,
  requestRevocation,
} from '#server/identity/operators/manage-operators.ts'
import type { ProofDeps } from '#server/identity/operators/prove-operator.ts'
import { listRequests, readRequest } from '#server/identity/operators/requests.ts'
import type { Database } from '#server/platform/db/database.ts'
import { CannotRunError, RefusedError } from '#server/platform/errors.ts'
import { askSecret } from './ask.ts'
import { clock, DONE, lagosTime, onDatabase, printHelp, runCommand, WHICH_DATABASE } from './command.ts'
import { printRequest, proofDeps, prove, proveFor, tellToConfirm, WHO } from './operator.ts'

const HELP = `npm run operators: who may act on this installation.

  npm run operators -- list                              who they are, and what waits for another one
  npm run operators -- add "Ada Obi"                     the first; she types a passphrase of her own, twice
  npm run operators -- add "Bayo Ade" --by "Ada Obi"     the next: she proves herself, then he types his own
  npm run operators -- revoke "Bayo Ade" --by "Ada Obi"
  npm run operators -- confirm orq_… --by "Chidi Eze"    where two stand, another one confirms who is added or revoked
  npm run operators -- passphrase --by "Ada Obi"         a new one of her own

${WHO} Nobody ever sees or sets another one's.

${WHICH_DATABASE}`

const NAMES = ['list', 'add', 'revoke', 'confirm', 'passphrase'] as const
type Words = { readonly what: string; readonly by: string | undefined }

const COMMANDS: Readonly<Record<(typeof NAMES)[number], (database: Database, words: Words) => Promise<void>>> = {
  list: async (database) => await printOperators(database),
  add: async (database, words) => await add(await proofDeps(database), words),
  revoke: async (database, words) => await revoke(await proofDeps(database), words),
  confirm: async (database, words) => await confirm(await proofDeps(database), words),
  passphrase: async (database, words) => await renew(await proofDeps(database), words),
}

async function main(): Promise<number> {
  const words = readWords()
  if (words === null) return printHelp(HELP)
  return await onDatabase('operators', async (database) => {
    await COMMANDS[words.name](database, words)
    return DONE
  })
}

function readWords(): (Words & { name: (typeof NAMES)[number] }) | null {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { by: { type: 'string' }, help: { type: 'boolean' } },
    })
    if (values.help === true) return null
    const name = NAMES.find((each) => each === positionals[0])
    if (name === undefined) throw new CannotRunError('list, add, revoke, confirm or passphrase?')
    return { name, what: positionals.slice(1).join(' '), by: values.by }
  } catch (error) {
    throw new CannotRunError(`${error instanceof Error ? error.message : error}\n\n${HELP}`)
  }
}

async function printOperators(database: Database): Promise<void> {
  const operators = await listOperators(database)
  for (const { name, id, admittedAt, revokedAt } of operators) {
    const until = revokedAt === null ? '' : `, revoked ${lagosTime(revokedAt)}`
    console.log(`${name}  ${id}  since ${lagosTime(admittedAt)}${until}`)
  }
  console.log(`${operators.filter(({ revokedAt }) => revokedAt === null).length} stand`)
  for (const request of await listRequests({ database, clock })) printRequest(request)
}

async function add(deps: ProofDeps, { what, by }: Words): Promise<void> {
  const isFirst = (await countOperators(deps.database)) === 0
  const proven = isFirst ? null : await prove(deps, { name: by, act: 'add-operator' })
  const uncheckedPassphrase = await askNew(what)
  const { id, requestId } = await addOperator(deps, { uncheckedName: what, uncheckedPassphrase, by: proven })
  if (requestId === null) console.log(`${what} is an operator now: ${id}`)
  else tellToConfirm('operators', requestId)
}

async function revoke(deps: ProofDeps, { what, by }: Words): Promise<void> {
  const proven = await prove(deps, { name: by, act: 'revoke-operator' })
  tellToConfirm('operators', await requestRevocation(deps, { uncheckedName: what, by: proven }))
}

async function confirm(deps: ProofDeps, { what, by }: Words): Promise<void> {
  const request = await readRequest(deps, what, ['add-operator', 'revoke-operator'])
  const proven = await proveFor(deps, { name: by, request })
  await confirmChange(deps, { request, by: proven })
  const done = request.act === 'add-operator' ? 'an operator now' : 'no operator any more'
  console.log(`${request.content.operator} is ${done}`)
}

async function renew(deps: ProofDeps, { by }: Words): Promise<void> {
  const proven = await prove(deps, { name: by, act: 'change-passphrase' })
  await changePassphrase(deps, proven, await askNew(proven.name))
  console.log('the new passphrase is the only one from now on')
}

/** Typed by its owner, twice, because nobody sees it. */
async function askNew(name: string): Promise<string> {
  const passphrase = await askSecret(`A new passphrase, typed by ${name}: `)
  if ((await askSecret('The same again: ')) === passphrase) return passphrase
  throw new RefusedError('the two are not the same. Nothing was changed')
}

await runCommand('operators', main)
