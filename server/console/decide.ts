import type { DecisionOptions } from '#contract/console/operators.ts'
import type { ConfirmBody, ConfirmOptions } from '#contract/console/proposals.ts'
import type { SignedBody } from '#contract/console/session.ts'
import { resumeMoney } from '#server/controls/ledger-check/operate-books.ts'
import { closeTogether } from '#server/controls/reconciliation/close-together.ts'
import { closeException } from '#server/controls/reconciliation/operate-exceptions.ts'
import { creditSetAside } from '#server/deposits/credit-set-aside.ts'
import type { Deps } from '#server/deps.ts'
import { unfreezeByOperators } from '#server/identity/accounts/operate-freezes.ts'
import { addAuditLine, type Where } from '#server/identity/operators/audit-lines.ts'
import { confirmRoleChange } from '#server/identity/operators/change-role.ts'
import { confirmChange } from '#server/identity/operators/manage-operators.ts'
import { requireAllowed } from '#server/identity/operators/operator.ts'
import {
  type Confirmation,
  type OperatorRequest,
  readRequest,
  type SignedDecision,
  type TwoPersonAct,
} from '#server/identity/operators/requests.ts'
import { confirmRecovery } from '#server/identity/recovery/operate-recoveries.ts'
import { confirmEndingAll } from '#server/identity/sessions/operate-sessions.ts'
import { endBankNotice, setBankNotice } from '#server/installation/settings/operate-bank-notices.ts'
import { setChannels } from '#server/installation/settings/operate-channels.ts'
import { setLimits } from '#server/installation/settings/operate-limits.ts'
import { pauseKind, resumeKind } from '#server/installation/settings/operate-pauses.ts'
import { setPrices } from '#server/installation/settings/operate-prices.ts'
import { refundCode } from '#server/payments/bpc/refund-code.ts'
import { setCustomerLimit } from '#server/payments/limits/customer-limits.ts'
import { endReview } from '#server/payments/orders/ending/end-review.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { EVERYBODY } from '#server/platform/events.ts'
import { consumeChallenge, type Signing } from './challenges.ts'
import type { ConsoleSession } from './console-session.ts'
import { confirmEnrolment } from './enrol-passkey.ts'
import { countPasskeyUse } from './operator-passkeys.ts'
import { emailNewcomers } from './operators/email-newcomers.ts'
import { ALL_ACTS, foresee, type Prospect } from './proposals/prospect.ts'
import { termsOfConfirmation } from './proposals/whole-text.ts'
import { checkSigned, offerSigning } from './sign-in.ts'

const deciding = (session: ConsoleSession, terms: string): Signing => ({
  purpose: 'operator-decision',
  boundTo: session.id,
  terms,
})

/** The terms, and a challenge for the passkey that signs them. */
export async function offer(deps: Deps, session: ConsoleSession, terms: string): Promise<DecisionOptions> {
  return { terms, ...(await offerSigning(deps, session, deciding(session, terms))) }
}

/**
 * Proves that the operator signed these terms just now, and uses the challenge up. Returns what is stored as evidence.
 *
 * @throws AppError operator.passkey-refused · approval.challenge-used
 */
export async function proveDecision(
  deps: Deps,
  session: ConsoleSession,
  of: { terms: string; body: SignedBody },
): Promise<SignedDecision> {
  const { terms, body } = of
  const signing = deciding(session, terms)
  const checked = await checkSigned(deps, session, { ...body, signing })
  await deps.database.transaction(async (tx) => {
    await consumeChallenge(tx, deps, body.challenge, signing)
    await countPasskeyUse(tx, deps, checked)
  })
  return { terms, challenge: body.challenge, ...checked.evidence }
}

/** @throws RefusedError when it cannot be confirmed any more */
export async function offerConfirmation(deps: Deps, session: ConsoleSession, id: string): Promise<ConfirmOptions> {
  const request = await readRequest(deps, id, ALL_ACTS)
  requireAllowed(session.operator, `confirm-${request.act}`)
  const prospect = await foresee(deps, request)
  const { summary, effects, postings, details, reason } = prospect
  await recordLook(deps, session, request)
  const offered = await offer(deps, session, termsOfConfirmation(request, prospect))
  return { ...offered, summary, effects, postings, details, reason }
}

/** What it does and its details were shown: some of it is about a person. */
async function recordLook(deps: Deps, { operator: by, where }: ConsoleSession, { id }: OperatorRequest): Promise<void> {
  await deps.database.transaction((tx) => addAuditLine(tx, deps, { by, where, act: 'look-at-proposal', subject: id }))
}

/**
 * Confirms what another operator asked for, once, and only as it was shown.
 *
 * @throws RefusedError for one's own request, a role that may not, and one that has changed; AppError as proveDecision
 */
export async function confirm(
  deps: Deps,
  session: ConsoleSession,
  of: { id: string; body: ConfirmBody },
): Promise<void> {
  const request = await readRequest(deps, of.id, ALL_ACTS)
  const prospect = await foresee(deps, request)
  const terms = termsOfConfirmation(request, prospect)
  const { shown = terms, ...body } = of.body
  if (shown !== terms) throw new RefusedError('what it does has changed since you looked: look at it again')
  const evidence = await proveDecision(deps, session, { terms, body })
  const confirmed = { request, by: session.operator, where: session.where, evidence }
  await CARRY_OUT[request.act](deps, confirmed, prospect)
}

type CarryOut = (deps: Deps, confirmed: Confirmation & { where: Where }, prospect: Prospect) => Promise<unknown>

/** Has open pages reload the settings. */
function tellingPages(carryOut: (deps: Deps, confirmed: Confirmation) => Promise<void>): CarryOut {
  return async (deps, confirmed) => {
    await carryOut(deps, confirmed)
    deps.events.publish(EVERYBODY, { topics: ['installation'] })
  }
}

/** The use cases that the terminal's commands call as well. */
const CARRY_OUT = {
  'resume-money': resumeMoney,
  'close-difference': async (deps, confirmed, { ownMoney = null }) =>
    await closeException(deps, { ...confirmed, shown: ownMoney }),
  'close-differences': async (deps, confirmed, { ownMoney = null }) =>
    await closeTogether(deps, { ...confirmed, shown: ownMoney }),
  'credit-deposit': async (deps, confirmed, { balances = null }) =>
    await creditSetAside(deps, { ...confirmed, shown: balances }),
  'end-review': async (deps, confirmed, { wallet = null }) => await endReview(deps, { ...confirmed, shown: wallet }),
  'refund-bpc': async (deps, confirmed, { wallet = null }) => await refundCode(deps, { ...confirmed, shown: wallet }),
  'recover-account': confirmRecovery,
  'add-operator': async (deps, confirmed) => {
    await confirmChange(deps, confirmed)
    await emailNewcomers(deps)
  },
  'revoke-operator': confirmChange,
  'change-role': confirmRoleChange,
  'enrol-passkey': confirmEnrolment,
  'set-bank-notice': tellingPages(setBankNotice),
  'end-bank-notice': tellingPages(endBankNotice),
  'unfreeze-customer': async (deps, confirmed) => {
    await unfreezeByOperators(deps, confirmed)
    deps.wakeWorker()
  },
  'end-all-sessions': async (deps, confirmed) => {
    await confirmEndingAll(deps, confirmed)
    deps.wakeWorker()
  },
  'pause-kind': tellingPages(pauseKind),
  'resume-kind': tellingPages(resumeKind),
  'set-channels': tellingPages(setChannels),
  'set-prices': tellingPages(setPrices),
  'set-limits': tellingPages(setLimits),
  'set-customer-limit': async (deps, confirmed) => {
    deps.events.publish(await setCustomerLimit(deps, confirmed), { topics: ['wallet'] })
  },
} as const satisfies Readonly<Record<TwoPersonAct, CarryOut>>
