import { randomBytes } from 'node:crypto'
import { ACTS } from '#server/acts/acts.ts'
import { type OperatorAct, type ProvenOperator, readOperatorName } from '#server/identity/operators/operator.ts'
import { type ProofDeps, proveOperator } from '#server/identity/operators/prove-operator.ts'
import type { OperatorRequest } from '#server/identity/operators/requests.ts'
import { findFormerSecret, findSecret, placeFromEnvironment } from '#server/platform/backups/installation.ts'
import { CLOCK_BOUND_MS } from '#server/platform/clock.ts'
import { keysFrom } from '#server/platform/crypto/keys.ts'
import { refuseOtherSecret } from '#server/platform/crypto/secret-check.ts'
import type { Database } from '#server/platform/db/database.ts'
import { CannotRunError } from '#server/platform/errors.ts'
import { idSource } from '#server/platform/ids.ts'
import { createLog } from '#server/platform/log.ts'
import { clock, lagosTime, type Opened } from './command.ts'
import type { CommandIo } from './io.ts'

/** The usage text of every command that needs an operator. */
export const WHO = `Operators prove who they are with their passphrase: typed unseen, or the first line of the input if that is not a terminal.
Add operators with "npm run operators".`

/** The dependencies of a proof, the command that asks for it, and the channel that notifies open pages. */
export type CommandDeps = ProofDeps & Opened & { readonly io: CommandIo }

/**
 * The dependencies of a proof, with the installation's own secret. Proofs are logged to the error output.
 *
 * @throws CannotRunError, WrongSecretError without that secret
 */
export async function proofDeps(io: CommandIo, { database, events }: Opened): Promise<CommandDeps> {
  const secret = findSecret(io.env, placeFromEnvironment(io.env))
  if (secret === null) throw new CannotRunError('there is no secret: set JARA_SECRET, or DATA_DIR to its folder')
  await refuseOtherSecret(database, secret)
  const log = createLog('info', { write: (line: string) => io.writeError(line) })
  return {
    io,
    database,
    events,
    clock,
    log,
    randomBytes,
    newId: idSource(clock.now, randomBytes),
    keys: keysFrom(secret, findFormerSecret(io.env)),
  }
}

/**
 * Asks for an operator's passphrase and returns the operator if it is right.
 *
 * @throws RefusedError without a name, for a wrong passphrase, and while they have to wait
 * @throws CannotRunError when the database contradicts this machine's clock
 */
export async function prove(
  deps: CommandDeps,
  of: { name: string | undefined; act: OperatorAct; subject?: string },
): Promise<ProvenOperator> {
  if (!isAboutClocks(of.act)) await refuseWrongClock(deps.database)
  const name = readOperatorName(of.name ?? '')
  const uncheckedPassphrase = await deps.io.input.askSecret(`Passphrase of ${name}: `)
  return await proveOperator(deps, { ...of, uncheckedName: name, uncheckedPassphrase })
}

/** Whether the act may say that a clock is right which others contradict: then the clock must not block it. */
function isAboutClocks(of: OperatorAct): boolean {
  const name = of.replace(/^confirm-/, '')
  return Object.values(ACTS).some(({ facts, isAboutClocks: is = false }) => is && facts.name === name)
}

/** A command dates its rows by this machine's clock. The embedded database has no clock to compare with. */
async function refuseWrongClock(database: Database): Promise<void> {
  if (database.kind === 'pglite') return
  const [row] = await database.query<{ at: Date }>('select clock_timestamp() as at')
  const [here, there] = [clock.now(), row?.at ?? clock.now()]
  if (Math.abs(here.getTime() - there.getTime()) <= CLOCK_BOUND_MS) return
  throw new CannotRunError(
    `this machine's clock says ${here.toISOString()} and the database's says ${there.toISOString()}: set the wrong one right`,
  )
}

/** Prints the request word for word and asks another operator to prove themselves. */
export async function proveOperatorFor(
  deps: CommandDeps,
  of: { name: string | undefined; request: OperatorRequest; otherValues?: Readonly<Record<string, string>> },
): Promise<ProvenOperator> {
  const { name, request, otherValues = {} } = of
  printRequest(deps.io, request)
  for (const [what, text] of Object.entries(otherValues)) deps.io.print(`    ${what}: ${text}`)
  return await prove(deps, { name, act: `confirm-${request.act}`, subject: request.id })
}

/** Prints a request word for word. */
export function printRequest(io: CommandIo, request: OperatorRequest): void {
  const { id, act, subject, content, requestedBy, requestedAt, expiresAt } = request
  io.print(
    `${id}  ${act} ${subject}, asked for by ${requestedBy} ${lagosTime(requestedAt)}, until ${lagosTime(expiresAt)}`,
    ...Object.entries(content).map(([what, text]) => `    ${what}: ${text}`),
  )
}

/** The message to the first of two operators. */
export function tellToConfirm(io: CommandIo, command: string, id: string): void {
  io.print(
    'nothing is done yet: another operator confirms it within 24 hours',
    `  npm run ${command} -- confirm ${id} --by "…"`,
  )
}
