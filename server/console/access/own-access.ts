import type { AccessAnswer, OwnLinkBody, OwnLinkMade, PassphraseBody } from '#contract/console/access.ts'
import type { DecisionOptions } from '#contract/console/operators.ts'
import type { Command } from '#contract/console/permissions.ts'
import type { SignedBody } from '#contract/console/session.ts'
import type { OperatorPasskeyId } from '#contract/ids.ts'
import type { ConsoleSession } from '#server/console/console-session.ts'
import { offer, proveDecision } from '#server/console/decide.ts'
import { presentPasskey } from '#server/console/list-operators.ts'
import {
  type ListedPasskey,
  listOperatorPasskeys,
  removeOperatorPasskey,
  whyKept,
} from '#server/console/manage-passkeys.ts'
import { inASentence } from '#server/console/proposals/in-a-sentence.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine } from '#server/identity/operators/audit-lines.ts'
import { makeEnrolmentLink } from '#server/identity/operators/enrolment-links.ts'
import { changePassphrase, countOperators, readNewPassphrase } from '#server/identity/operators/manage-operators.ts'
import { proveOperator, WrongPassphraseError } from '#server/identity/operators/prove-operator.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'

/** The operator's own passkeys. */
export async function lookAtAccess(deps: Deps, session: ConsoleSession): Promise<AccessAnswer> {
  const { operator: by, where } = session
  return await deps.database.transaction(async (tx) => {
    const own = await listOperatorPasskeys(tx, by.id)
    const opener = await findOpener(tx, session)
    const newWaits = (await countOperators(tx)) > 1
    await addAuditLine(tx, deps, { by, where, act: 'look-at-access' })
    return { passkeys: own.map((each) => present(each, own, opener)), newWaits }
  })
}

function present(passkey: ListedPasskey, own: readonly ListedPasskey[], opener: OperatorPasskeyId | null) {
  const why = whyKept(own, passkey.id)
  return {
    ...presentPasskey(passkey),
    openedThis: passkey.id === opener,
    whyNotRemove: why === null ? null : inASentence(`${why.charAt(0).toUpperCase()}${why.slice(1)}`),
  }
}

async function findOpener(sql: Sql, { id }: ConsoleSession): Promise<OperatorPasskeyId | null> {
  const [row] = await sql.query<{ passkeyId: OperatorPasskeyId }>(
    'select passkey_id as "passkeyId" from operator_sessions where id = $1',
    [id],
  )
  return row?.passkeyId ?? null
}

/** @throws RefusedError for another operator's passkey, and for the only one that signs them in */
export async function offerRemoval(deps: Deps, session: ConsoleSession, id: string): Promise<DecisionOptions> {
  return await offer(deps, session, await termsOfRemoval(deps, session, id))
}

/** @throws RefusedError as offerRemoval; AppError as proveDecision */
export async function removeOwn(
  deps: Deps,
  session: ConsoleSession,
  { id, body }: { id: string; body: SignedBody },
): Promise<void> {
  const evidence = await proveDecision(deps, session, { terms: await termsOfRemoval(deps, session, id), body })
  const { operator: by, where } = session
  await removeOperatorPasskey(deps, { id, by, where, evidence, keepsOne: true })
}

async function termsOfRemoval({ database }: Pick<Deps, 'database'>, session: ConsoleSession, id: string) {
  const own = await listOperatorPasskeys(database, session.operator.id)
  const passkey = own.find((each) => each.id === id)
  if (passkey === undefined) throw new RefusedError('this is none of your passkeys')
  const why = whyKept(own, id)
  if (why !== null) throw new RefusedError(why)
  const ends = (await findOpener(database, session)) === id ? ['This session ends with it.'] : []
  return [`Do this: Remove your passkey ${passkey.name}, ${id}.`, 'It no longer works.', ...ends].join('\n')
}

/**
 * Checks everything before asking for the passkey.
 *
 * @throws RefusedError for a wrong current passphrase, during the wait after wrong ones, and for a weak new one
 */
export async function offerPassphrase(
  deps: Deps,
  session: ConsoleSession,
  body: PassphraseBody,
): Promise<DecisionOptions> {
  await readPassphrase(deps, session, body)
  return await offer(deps, session, termsOfPassphrase(session))
}

/** @throws RefusedError as offerPassphrase; AppError as proveDecision */
export async function changeOwnPassphrase(
  deps: Deps,
  session: ConsoleSession,
  { asked, body }: { asked: PassphraseBody; body: SignedBody },
): Promise<void> {
  await readPassphrase(deps, session, asked)
  const evidence = await proveDecision(deps, session, { terms: termsOfPassphrase(session), body })
  const { operator, where } = session
  await changePassphrase(deps, operator, { unchecked: asked.next, where, evidence })
}

async function readPassphrase(deps: Deps, session: ConsoleSession, { present: typed, next }: PassphraseBody) {
  readNewPassphrase(next, session.operator.name)
  await proveBy(deps, session, { passphrase: typed, act: 'change-passphrase' })
}

/** Contains neither passphrase: signed text is stored for good. */
function termsOfPassphrase({ operator }: ConsoleSession): string {
  return `Do this: Change the passphrase of the operator ${operator.name}.\nThe present one stops working at once.`
}

/** @throws RefusedError when the passphrase is wrong, and during a wait after wrong ones */
export async function offerOwnLink(deps: Deps, session: ConsoleSession, body: OwnLinkBody): Promise<DecisionOptions> {
  await proveBy(deps, session, { ...body, act: 'enrol-passkey' })
  return await offer(deps, session, await termsOfLink(deps, session))
}

/**
 * The address at which the operator enrols another passkey, as a terminal prints it.
 *
 * @throws RefusedError as offerOwnLink; AppError as proveDecision
 */
export async function makeOwnLink(
  deps: Deps,
  session: ConsoleSession,
  { asked, body }: { asked: OwnLinkBody; body: SignedBody },
): Promise<OwnLinkMade> {
  await proveBy(deps, session, { ...asked, act: 'enrol-passkey' })
  const evidence = await proveDecision(deps, session, { terms: await termsOfLink(deps, session), body })
  const { operator, where } = session
  const of = { ...deps, consoleUrl: deps.config.consoleUrl }
  return { address: await makeEnrolmentLink(of, operator, { where, evidence }) }
}

async function termsOfLink({ database }: Pick<Deps, 'database'>, { operator }: ConsoleSession): Promise<string> {
  const waits = (await countOperators(database)) > 1
  return [
    `Do this: Make a link that enrols another passkey for ${operator.name}.`,
    'It works once, within 15 minutes.',
    waits ? 'Another operator has to confirm the passkey before it signs anybody in.' : 'The passkey signs in at once.',
  ].join('\n')
}

/** As in a terminal, a wrong passphrase is counted and makes the operator wait. */
async function proveBy(
  deps: Deps,
  { operator }: ConsoleSession,
  { passphrase, act }: { passphrase: string; act: Command },
): Promise<void> {
  const of = { uncheckedName: operator.name, uncheckedPassphrase: passphrase, act, subject: operator.id }
  await proveOperator(deps, of).catch((error: unknown) => {
    if (error instanceof WrongPassphraseError)
      throw new RefusedError('this is not your passphrase. Nothing was changed')
    throw error
  })
}
