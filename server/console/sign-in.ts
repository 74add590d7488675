import type { SignedBody, SignOptions } from '#contract/console/session.ts'
import { PASSKEY_CEREMONY_MS } from '#contract/constants.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine } from '#server/identity/operators/audit-lines.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import { atConsole, challengeOf, rpId } from '#server/identity/passkeys/relying-party.ts'
import { AppError } from '#server/platform/errors.ts'
import { consumeChallenge, makeChallenge, type Signing, textOf } from './challenges.ts'
import { type ConsoleSession, openConsole, unlockConsole } from './console-session.ts'
import {
  allowedPasskeys,
  type CheckedPasskey,
  checkPasskey,
  countPasskeyUse,
  findPasskey,
  type OperatorPasskey,
} from './operator-passkeys.ts'

const SIGN_IN: Signing = { purpose: 'operator-sign-in', boundTo: '', terms: '' }
/** Failed sign-ins recorded per hour; the log has the rest. Nobody can fill the record without signing in. */
const FAILED_LINES_PER_HOUR = 30

type Attempt = { readonly body: SignedBody; readonly browser: string | null; readonly requestId: string }

/** Accepts any passkey made for this address. The passkey identifies its operator, so no name is typed or disclosed. */
export function offerSignIn(deps: Deps): SignOptions {
  const challenge = makeChallenge(deps, SIGN_IN)
  return { challenge, options: { ...requestOf(deps, challenge, SIGN_IN), allowCredentials: [] } }
}

/** Asks for a passkey of the operator at the console. */
export async function offerSigning(deps: Deps, session: ConsoleSession, signing: Signing): Promise<SignOptions> {
  const challenge = makeChallenge(deps, signing)
  const allowCredentials = await allowedPasskeys(deps.database, session.operator.id)
  return { challenge, options: { ...requestOf(deps, challenge, signing), allowCredentials } }
}

function requestOf({ config }: Pick<Deps, 'config'>, challenge: string, signing: Signing) {
  return {
    challenge: challengeOf(textOf(challenge, signing)),
    rpId: rpId(atConsole(config)),
    userVerification: 'required' as const,
    timeout: PASSKEY_CEREMONY_MS,
  }
}

/**
 * Signs an operator in with a passkey.
 *
 * @throws AppError operator.passkey-refused · operator.passkey-unconfirmed · approval.challenge-used
 */
export async function signIn(deps: Deps, attempt: Attempt): Promise<{ token: string; endedOther: boolean }> {
  const { body, browser, requestId } = attempt
  const passkey = await findPasskey(deps.database, body.passkey.id)
  try {
    const use = await checkUsable(deps, passkey, { ...body, signing: SIGN_IN })
    return await deps.database.transaction(async (tx) => {
      await consumeChallenge(tx, deps, body.challenge, SIGN_IN)
      await countPasskeyUse(tx, deps, use.checked)
      return await openConsole(tx, deps, {
        operator: use.operator,
        passkeyId: use.checked.passkeyId,
        browser,
        requestId,
      })
    })
  } catch (error) {
    if (error instanceof AppError) await recordFailure(deps, { by: passkey?.operator ?? null, error, attempt })
    throw error
  }
}

type Usable = { readonly operator: ProvenOperator; readonly checked: CheckedPasskey }

async function checkUsable(
  deps: Deps,
  passkey: OperatorPasskey | null,
  of: SignedBody & { readonly signing: Signing },
): Promise<Usable> {
  if (passkey === null) throw new AppError('operator.passkey-refused')
  const text = textOf(of.challenge, of.signing)
  const checked = await checkPasskey(deps, { passkey, text, assertion: of.passkey })
  if (!passkey.isConfirmed) throw new AppError('operator.passkey-unconfirmed')
  return { operator: passkey.operator, checked }
}

/**
 * Proves that this session's operator signed exactly this, now. The transaction that carries it out counts the use
 * (countPasskeyUse).
 *
 * @throws AppError operator.passkey-refused
 */
export async function checkSigned(
  deps: Deps,
  session: ConsoleSession,
  of: SignedBody & { readonly signing: Signing },
): Promise<CheckedPasskey> {
  const passkey = await findPasskey(deps.database, of.passkey.id)
  if (passkey?.operator.id !== session.operator.id) throw new AppError('operator.passkey-refused')
  return (await checkUsable(deps, passkey, of)).checked
}

const unlocking = (session: ConsoleSession): Signing => ({
  purpose: 'operator-unlock',
  boundTo: session.id,
  terms: '',
})

export async function offerUnlock(deps: Deps, session: ConsoleSession): Promise<SignOptions> {
  return await offerSigning(deps, session, unlocking(session))
}

/**
 * Unlocks a console with a passkey of its operator.
 *
 * @throws AppError as signIn
 */
export async function unlock(deps: Deps, session: ConsoleSession, body: SignedBody): Promise<void> {
  const signing = unlocking(session)
  try {
    const checked = await checkSigned(deps, session, { ...body, signing })
    await deps.database.transaction(async (tx) => {
      await consumeChallenge(tx, deps, body.challenge, signing)
      await countPasskeyUse(tx, deps, checked)
      await unlockConsole(tx, deps, session)
    })
  } catch (error) {
    if (error instanceof AppError) {
      const { operator: by, where } = session
      await deps.database.transaction((tx) =>
        addAuditLine(tx, deps, { by, where, act: 'unlock-failed', after: { because: error.code } }),
      )
    }
    throw error
  }
}

async function recordFailure(
  deps: Deps,
  of: { by: ProvenOperator | null; error: AppError; attempt: Attempt },
): Promise<void> {
  const { by, error, attempt } = of
  deps.log.warn({ operatorId: by?.id ?? null, code: error.code }, 'a sign-in to the console failed')
  const now = deps.clock.now()
  await deps.database.transaction(async (tx) => {
    const [recent] = await tx.query<{ count: number }>(
      `select count(*)::int as count from operator_audit where act = 'sign-in-failed' and at > $1 and at <= $2`,
      [new Date(now.getTime() - HOUR_MS), now],
    )
    if ((recent?.count ?? 0) >= FAILED_LINES_PER_HOUR) return
    const where = { sessionId: null, requestId: attempt.requestId }
    const after = { because: error.code, browser: attempt.browser }
    await addAuditLine(tx, deps, { by, where, act: 'sign-in-failed', after })
  })
}
