import type { EnrolBody, Enrolled, EnrolOptions, FirstOperatorBody, LinkAnswer } from '#contract/console/session.ts'
import { PASSKEY_CEREMONY_MS, PASSKEY_NAME_MAX_LENGTH } from '#contract/constants.ts'
import type { OperatorPasskeyId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine, type Where } from '#server/identity/operators/audit-lines.ts'
import { findLink, giveLink, type OpenLink, useLink } from '#server/identity/operators/enrolment-links.ts'
import { addOperator, countOperators } from '#server/identity/operators/manage-operators.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import { requestAct } from '#server/identity/operators/requests.ts'
import { type MadePasskey, verifyMade } from '#server/identity/passkeys/add-passkey.ts'
import { PASSKEY_ALGORITHMS } from '#server/identity/passkeys/passkey-keys.ts'
import { atConsole, challengeOf, rpId } from '#server/identity/passkeys/relying-party.ts'
import { isSqlError, type Transaction } from '#server/platform/db/database.ts'
import { AppError, RefusedError } from '#server/platform/errors.ts'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'
import { consumeChallenge, makeChallenge, type Signing, textOf } from './challenges.ts'
import { allowedPasskeys } from './operator-passkeys.ts'

const UNNAMED = 'Passkey'
const NAME_MAX_LENGTH = 80
const NO_NAME = 'Please enter your name, in 2 characters or more. Nothing was changed.'

/** The operator for whom a link enrols a passkey. @throws AppError operator.link-ended */
export async function lookAtLink(deps: Deps, token: string): Promise<LinkAnswer> {
  const { operator } = await requireLink(deps, token)
  return { operator: operator?.name ?? null }
}

/**
 * Adds the first operator in practice mode, who chooses a name and a passphrase, and assigns the link to them.
 *
 * @throws AppError operator.link-ended · operator.refused for an unacceptable name or passphrase
 */
export async function addFirstOperator(deps: Deps, of: FirstOperatorBody): Promise<void> {
  const link = await requireLink(deps, of.token)
  if (link.operator !== null) return
  if (deps.config.mode !== 'sandbox' || (await countOperators(deps.database)) > 0)
    throw new AppError('operator.link-ended')
  if ([...cleanLine(of.name, NAME_MAX_LENGTH)].length < 2) throw new AppError('operator.refused', { message: NO_NAME })
  const added = await addOperator(deps, {
    uncheckedName: of.name,
    uncheckedPassphrase: of.passphrase,
    by: null,
  }).catch(toAppError)
  if (!(await deps.database.transaction((tx) => giveLink(tx, link, added.id))))
    throw new AppError('operator.link-ended')
}

/**
 * What the browser asks an authenticator to create: a discoverable passkey, because the sign-in asks for no name.
 *
 * @throws AppError operator.link-ended, also while the link still lacks its operator
 */
export async function offerEnrolment(deps: Deps, token: string): Promise<EnrolOptions> {
  const link = await requireLink(deps, token)
  const operator = requireOwner(link)
  const signing = enrolling(link)
  const challenge = makeChallenge(deps, signing)
  return {
    challenge,
    options: {
      challenge: challengeOf(textOf(challenge, signing)),
      rp: { id: rpId(atConsole(deps.config)), name: `${deps.config.brand} console` },
      user: {
        id: Buffer.from(operator.id).toString('base64url'),
        name: operator.name,
        displayName: `${operator.name}, operator`,
      },
      pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
      excludeCredentials: await allowedPasskeys(deps.database, operator.id),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
      timeout: PASSKEY_CEREMONY_MS,
    },
  }
}

/**
 * Enrols the new passkey. With two or more active operators another one has to confirm it; until then it opens nothing.
 *
 * @throws AppError operator.link-ended · passkey.not-added · passkey.known · approval.challenge-used
 */
export async function enrol(
  deps: Deps,
  of: { body: EnrolBody; browser: string | null; requestId: string },
): Promise<Enrolled> {
  const { token, challenge, credential } = of.body
  const link = await requireLink(deps, token)
  const operator = requireOwner(link)
  const signing = enrolling(link)
  const made = await verifyMade(
    { ...deps, config: atConsole(deps.config) },
    operator.id,
    textOf(challenge, signing),
    credential,
  )
  const name = (of.browser ?? UNNAMED).slice(0, PASSKEY_NAME_MAX_LENGTH)
  const where = { sessionId: null, requestId: of.requestId }
  return await deps.database
    .transaction(async (tx) => {
      await consumeChallenge(tx, deps, challenge, signing)
      if (!(await useLink(tx, deps, link))) throw new AppError('operator.link-ended')
      const id = await writePasskey(tx, deps, { made, operator, name })
      return { requestId: await confirmOrRequest(tx, deps, { id, operator, name, where }) }
    })
    .catch((error: unknown) => {
      throw isSqlError(error, '23505', 'operator_passkeys_credential') ? new AppError('passkey.known') : error
    })
}

async function writePasskey(
  tx: Transaction,
  deps: Deps,
  of: { made: MadePasskey; operator: ProvenOperator; name: string },
): Promise<OperatorPasskeyId> {
  const { made, operator, name } = of
  const id = deps.newId('opk')
  await tx.query(
    `insert into operator_passkeys
       (id, operator_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
     values ($1, $2, $3, $4, $5, $6::text[], $7, $8, $9)`,
    [
      id,
      operator.id,
      made.credentialId,
      made.publicKey,
      made.counter,
      made.transports,
      made.backedUp,
      name,
      deps.clock.now(),
    ],
  )
  return id
}

type NewPasskey = { id: OperatorPasskeyId; operator: ProvenOperator; name: string; where: Where }

/** Confirms the passkey if no other operator exists; otherwise requests a confirmation. */
async function confirmOrRequest(tx: Transaction, deps: Deps, of: NewPasskey) {
  const { id, operator: by, name, where } = of
  const after = { operator: by.name, passkey: name }
  if ((await countOperators(tx)) < 2) {
    await tx.query('update operator_passkeys set confirmed_at = $2 where id = $1', [id, deps.clock.now()])
    await addAuditLine(tx, deps, { by, where, act: 'enrol-passkey', subject: id, after })
    return null
  }
  const requestId = await requestAct(tx, deps, { act: 'enrol-passkey', subject: id, content: after, by })
  await addAuditLine(tx, deps, { by, where, act: 'request-enrol-passkey', subject: id, after })
  return requestId
}

async function requireLink(deps: Deps, token: string): Promise<OpenLink> {
  const link = await findLink(deps, token)
  if (link === null) throw new AppError('operator.link-ended')
  return link
}

function requireOwner({ operator }: OpenLink): ProvenOperator {
  if (operator === null) throw new AppError('operator.link-ended')
  return operator
}

const enrolling = (link: OpenLink): Signing => ({ purpose: 'operator-enrol', boundTo: link.id, terms: '' })

/** Converts a refusal of a use case: the console shows the terminal's sentence. */
export function toAppError(error: unknown): never {
  if (!(error instanceof RefusedError)) throw error
  const { message } = error
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}`
  throw new AppError('operator.refused', { message: /[.?!]$/.test(sentence) ? sentence : `${sentence}.`, cause: error })
}
