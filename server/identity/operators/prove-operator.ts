import type { OperatorId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { hashPassword, isOutdated, verifyPassword } from '#server/identity/sign-in/passwords.ts'
import { attemptsKey, clearAttempts, countAttempt } from '#server/identity/sign-in/sign-in-throttle.ts'
import { AppError, RefusedError } from '#server/platform/errors.ts'
import { ADMITTED, type OperatorAct, type ProvenOperator, readOperatorName, requireAllowed } from './operator.ts'

export type ProofDeps = Pick<Deps, 'clock' | 'database' | 'keys' | 'log' | 'newId' | 'randomBytes'>

/** The name and passphrase do not match. */
export class WrongPassphraseError extends RefusedError {}

/** The claimed identity, its proof, and the intended action with its subject. */
export type UncheckedProof = {
  readonly uncheckedName: string
  readonly uncheckedPassphrase: string
  readonly act: OperatorAct
  readonly subject?: string
}

const SUBJECT_MAX_LENGTH = 60

/**
 * Identifies an operator by their passphrase. Right or wrong, the attempt is stored and logged. After a wrong one there
 * is a wait, from one second, doubling, up to 15 minutes; it applies to the name, whether or not it exists.
 *
 * @throws RefusedError without a name, for a wrong passphrase, during a wait, and when their role may not do it
 */
export async function proveOperator(deps: ProofDeps, of: UncheckedProof): Promise<ProvenOperator> {
  const name = readOperatorName(of.uncheckedName)
  const tries = attemptsKey(deps, `operator\n${name.toLowerCase()}`)
  const [found] = await deps.database.query<ProvenOperator & { hash: string }>(
    `select id, name, role, passphrase_hash as hash from operators where lower(name) = lower($1) and ${ADMITTED}`,
    [name],
  )
  const count = async () => void (await countAttempt(deps.database, deps, tries).catch(refuseToWait))
  const isRight = await verifyPassword(deps, of.uncheckedPassphrase, found?.hash ?? null, count)
  if (isRight) await clearAttempts(deps.database, tries)
  await keepProof(deps, { operatorId: found?.id ?? null, isRight, ...of })
  if (!isRight || found === undefined) {
    throw new WrongPassphraseError('no operator has this name and passphrase. Nothing was done')
  }
  if (isOutdated(deps, found.hash)) await hashAnew(deps, found, of.uncheckedPassphrase)
  const operator = { id: found.id, name: found.name, role: found.role }
  requireAllowed(operator, of.act)
  return operator
}

/** Rehashes with the current keys, now that the passphrase is known. A concurrent change wins. */
async function hashAnew(deps: ProofDeps, of: { id: OperatorId; hash: string }, passphrase: string): Promise<void> {
  await deps.database.query(
    `update operators set passphrase_hash = $3 where id = $1 and passphrase_hash = $2 and ${ADMITTED}`,
    [of.id, of.hash, await hashPassword(deps, passphrase)],
  )
}

async function keepProof(
  deps: ProofDeps,
  of: Pick<UncheckedProof, 'act' | 'subject'> & { operatorId: OperatorId | null; isRight: boolean },
): Promise<void> {
  const { operatorId, act, isRight } = of
  // It may be free text, and is stored as one line.
  const subject = (of.subject ?? '').replaceAll(/[^\w.:-]/g, '').slice(0, SUBJECT_MAX_LENGTH)
  await deps.database.query(
    'insert into operator_proofs (id, operator_id, act, subject, is_right, at) values ($1, $2, $3, $4, $5, $6)',
    [deps.newId('opp'), operatorId, act, subject, isRight, deps.clock.now()],
  )
  if (isRight) deps.log.info({ operatorId, act, subject }, 'an operator authenticated')
  else deps.log.warn({ operatorId, act, subject }, 'an operator failed to authenticate')
}

function refuseToWait(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'session.wait') throw error
  throw new RefusedError(`a passphrase was wrong before: wait ${error.details.retryAfterS} s. Nothing was done`)
}
