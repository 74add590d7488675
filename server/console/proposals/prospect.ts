import type { ConfirmOptions, Posting } from '#contract/console/proposals.ts'
import { providerName } from '#contract/console/provider-names.ts'
import { formatNaira, kobo } from '#contract/money.ts'
import { FORESEE_ACCOUNTS, SUMMARY_OF_ENDING_ALL } from '#server/console/accounts/foresee-accounts.ts'
import { foreseeLimitOf } from '#server/console/customers/foresee-limit.ts'
import { foreseeCredit, summaryOfCredit } from '#server/console/orders/foresee-credit.ts'
import {
  foreseeRefund,
  foreseeReviewEnd,
  summaryOfRefund,
  summaryOfReviewEnd,
} from '#server/console/orders/foresee-endings.ts'
import { FORESEE_PAUSES } from '#server/console/pauses/foresee-pauses.ts'
import { FORESEE_SETTINGS, type ForeseeDeps, summaryOfSetting } from '#server/console/settings/foresee-settings.ts'
import { readResumable } from '#server/controls/ledger-check/operate-books.ts'
import type { OwnMoneyChange } from '#server/controls/reconciliation/close-as-own.ts'
import { previewTogether, sayDifferences } from '#server/controls/reconciliation/close-together.ts'
import { previewClosing } from '#server/controls/reconciliation/operate-exceptions.ts'
import type { BalancesChange } from '#server/deposits/credit-balances.ts'
import { summaryOfUnfreeze } from '#server/identity/accounts/operate-freezes.ts'
import type { OperatorRequest, TwoPersonAct } from '#server/identity/operators/requests.ts'
import { readRecoveryToConfirm } from '#server/identity/recovery/operate-recoveries.ts'
import { summaryOfPause } from '#server/installation/settings/operate-pauses.ts'
import { summaryOfLimit } from '#server/payments/limits/customer-limits.ts'
import type { WalletChange } from '#server/payments/orders/wallet-change.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { readSuspensions } from '#server/suspension/suspensions.ts'
import { refuseUnchangeable } from './operator-changes.ts'

/** What confirming a request does, as the books and tables are now. */
export type Prospect = Pick<ConfirmOptions, 'summary' | 'effects' | 'postings' | 'details' | 'reason'> & {
  /** What closing a difference posts, for the code that posts it to compare. */
  readonly ownMoney?: OwnMoneyChange | null
  /** The same for crediting a deposit. */
  readonly balances?: BalancesChange
  /** The same for ending a manual review and refunding a BPC. */
  readonly wallet?: WalletChange
}

type Foreseen = Partial<Pick<Prospect, 'effects' | 'postings' | 'details' | 'ownMoney' | 'balances' | 'wallet'>>

const FORESEE = {
  'resume-money': async ({ database }, request) => await foreseeResumption(database, request),
  'close-difference': async ({ database }, request) => await foreseeClosing(database, request),
  'close-differences': async ({ database }, request) => await foreseeTogether(database, request),
  'credit-deposit': async ({ database }, request) => await foreseeCredit(database, request),
  'end-review': foreseeReviewEnd,
  'refund-bpc': foreseeRefund,
  'recover-account': async ({ database }, request) => await foreseeRecovery(database, request),
  'set-customer-limit': async ({ database }, request) => await foreseeLimitOf(database, request),
  ...FORESEE_SETTINGS,
  ...FORESEE_PAUSES,
  ...FORESEE_ACCOUNTS,
  'add-operator': async ({ database }, request) => {
    await refuseUnchangeable(database, request)
    return { effects: [`${request.content.operator} may then act as ${request.content.role ?? 'manager'}.`] }
  },
  'revoke-operator': async ({ database }, request) => {
    await refuseUnchangeable(database, request)
    return { effects: [`Every session of ${request.content.operator} ends at once, and the name stays taken.`] }
  },
  'change-role': async ({ database }, request) => {
    await refuseUnchangeable(database, request)
    return {}
  },
  'enrol-passkey': async ({ database }, request) => {
    await refuseUnchangeable(database, request)
    return {}
  },
} as const satisfies Readonly<Record<TwoPersonAct, (deps: ForeseeDeps, request: OperatorRequest) => Promise<Foreseen>>>

export const ALL_ACTS = Object.keys(FORESEE) as readonly TwoPersonAct[]

/**
 * What confirming this request would do now.
 *
 * @throws RefusedError when the world has changed so that it cannot be confirmed any more
 */
export async function foresee(deps: ForeseeDeps, request: OperatorRequest): Promise<Prospect> {
  const foreseen: Foreseen = await FORESEE[request.act](deps, request)
  return { ...sayRequest(request), effects: [], postings: [], details: [], ...foreseen }
}

/** What was asked for in words, whether or not it is still possible. */
export function sayRequest(request: OperatorRequest): Pick<Prospect, 'summary' | 'reason'> {
  const { reason, evidence } = request.content
  return { summary: summaryOf(request), reason: reason ?? evidence ?? null }
}

/** What a request does, in one sentence. */
export function summaryOf({ act, subject, content }: Pick<OperatorRequest, 'act' | 'subject' | 'content'>): string {
  const { operator, from, to, role, passkey, because, provider = '', kind, reference, detail } = content
  switch (act) {
    case 'change-role':
      return `Change the role of ${operator} from ${from} to ${to}.`
    case 'enrol-passkey':
      return `Let ${operator} sign in with a new passkey, enrolled in ${passkey}.`
    case 'add-operator':
      return `Make ${operator} an operator with the role ${role ?? 'manager'}.`
    case 'revoke-operator':
      return `Revoke the operator ${operator}.`
    case 'resume-money':
      return `Lift a stop on money. It was set because: ${because}`
    case 'close-difference':
      return `Close difference ${subject} (${kind}) with ${providerName(provider)} about ${reference}: ${detail}.`
    case 'close-differences':
      return `Close differences ${subject.replaceAll(',', ', ')} with ${providerName(provider)} together. Their sum is ${naira(content.sumKobo)}.`
    case 'set-bank-notice':
    case 'end-bank-notice':
    case 'set-channels':
    case 'set-prices':
    case 'set-limits':
      return summaryOfSetting(act, content)
    case 'pause-kind':
    case 'resume-kind':
      return summaryOfPause(act, content)
    case 'set-customer-limit':
      return summaryOfLimit(content)
    case 'credit-deposit':
      return summaryOfCredit(subject, content)
    case 'end-review':
      return summaryOfReviewEnd(subject, content)
    case 'refund-bpc':
      return summaryOfRefund(subject, content)
    case 'unfreeze-customer':
      return summaryOfUnfreeze(content)
    case 'end-all-sessions':
      return SUMMARY_OF_ENDING_ALL
    case 'recover-account':
      return `Give an account back to its owner through another mailbox: ${subject}.`
  }
}

async function foreseeResumption(sql: Sql, { subject }: OperatorRequest): Promise<Foreseen> {
  const stop = (await readResumable(sql)).find(({ id }) => id === subject)
  if (stop === undefined) throw new RefusedError('this stop is lifted already')
  const others = (await readSuspensions(sql)).filter(({ id }) => id !== subject)
  return {
    effects: [
      'It makes no entry in the ledger.',
      'Every row of the books is checked once more, and nothing is resumed when anything does not add up.',
      ...others.map(({ detail }) => `Another stop stays, and money that it stops does not move: ${detail}`),
    ],
  }
}

async function foreseeClosing(sql: Sql, request: OperatorRequest): Promise<Foreseen> {
  const ownMoney = await previewClosing(sql, request)
  const { sentUnder = '' } = request.content
  const adopted =
    sentUnder === ''
      ? []
      : [`Order ${request.content.reference} counts as sent under ${sentUnder} and is verified there.`]
  return sayOwnMoney(ownMoney, adopted)
}

async function foreseeTogether(sql: Sql, request: OperatorRequest): Promise<Foreseen> {
  const remains = 'Nothing of them stays open: all are closed, or none is.'
  return sayOwnMoney(await previewTogether(sql, request), [...sayDifferences(request), remains])
}

function sayOwnMoney(ownMoney: OwnMoneyChange | null, more: readonly string[]): Foreseen {
  if (ownMoney === null || ownMoney.beforeKobo === ownMoney.afterKobo)
    return { effects: [NOTHING_POSTED, ...more], postings: [], ownMoney }
  const posted = 'It makes no entry in the ledger. It changes what counts as our own money.'
  return { effects: [posted, ...more], postings: [postingOf(ownMoney)], ownMoney }
}

const NOTHING_POSTED = 'It makes no entry in the ledger and changes no amount.'

const naira = (amountKobo = '0') => formatNaira(kobo(BigInt(amountKobo)))

function postingOf({ provider, beforeKobo, afterKobo }: OwnMoneyChange): Posting {
  return {
    account: `Our own money at ${providerName(provider)}`,
    beforeKobo: beforeKobo?.toString() ?? null,
    afterKobo: `${afterKobo}`,
  }
}

/** One posting as a line of what is signed. */
export function sayPosting({ account, beforeKobo, afterKobo }: Posting): string {
  const before = beforeKobo === null ? 'nothing recorded' : formatNaira(kobo(BigInt(beforeKobo)))
  return `${account}: ${before} → ${formatNaira(kobo(BigInt(afterKobo)))}`
}

async function foreseeRecovery(sql: Sql, { subject }: OperatorRequest): Promise<Foreseen> {
  const { userId, email, newEmail, reason } = await readRecoveryToConfirm(sql, subject)
  return {
    effects: [
      `The account is ${userId}.`,
      'Both mailboxes get an email at once.',
      'Three days later a link for a new password goes to the new mailbox, unless the owner signs in or stops it.',
    ],
    details: [
      { label: 'Email of the account', value: email },
      { label: 'New email', value: newEmail },
      { label: 'How we know who it is', value: reason },
    ],
  }
}
