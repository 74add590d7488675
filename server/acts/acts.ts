import type { ActName } from '#contract/acts/acts.ts'
import type { Act } from './act.ts'
import { addOperatorAct } from './add-operator.ts'
import { changeRoleAct } from './change-role.ts'
import { closeDifferenceAct } from './close-difference.ts'
import { closeDifferencesAct } from './close-differences.ts'
import { creditDepositAct } from './credit-deposit.ts'
import { endAllSessionsAct } from './end-all-sessions.ts'
import { endBankNoticeAct } from './end-bank-notice.ts'
import { endReviewAct } from './end-review.ts'
import { enrolPasskeyAct } from './enrol-passkey.ts'
import { pauseKindAct } from './pause-kind.ts'
import { recoverAccountAct } from './recover-account.ts'
import { refundBpcAct } from './refund-bpc.ts'
import { resumeKindAct } from './resume-kind.ts'
import { resumeMoneyAct } from './resume-money.ts'
import { revokeOperatorAct } from './revoke-operator.ts'
import { setBankNoticeAct } from './set-bank-notice.ts'
import { setChannelsAct } from './set-channels.ts'
import { setCustomerLimitAct } from './set-customer-limit.ts'
import { setLimitsAct } from './set-limits.ts'
import { setPricesAct } from './set-prices.ts'
import { unfreezeCustomerAct } from './unfreeze-customer.ts'

/** Every act that takes two operators, described once. Whatever differs between acts is here. */
export const ACTS: Readonly<Record<ActName, Act>> = {
  'add-operator': addOperatorAct,
  'change-role': changeRoleAct,
  'close-difference': closeDifferenceAct,
  'close-differences': closeDifferencesAct,
  'credit-deposit': creditDepositAct,
  'end-all-sessions': endAllSessionsAct,
  'end-bank-notice': endBankNoticeAct,
  'end-review': endReviewAct,
  'enrol-passkey': enrolPasskeyAct,
  'pause-kind': pauseKindAct,
  'recover-account': recoverAccountAct,
  'refund-bpc': refundBpcAct,
  'resume-kind': resumeKindAct,
  'resume-money': resumeMoneyAct,
  'revoke-operator': revokeOperatorAct,
  'set-bank-notice': setBankNoticeAct,
  'set-channels': setChannelsAct,
  'set-customer-limit': setCustomerLimitAct,
  'set-limits': setLimitsAct,
  'set-prices': setPricesAct,
  'unfreeze-customer': unfreezeCustomerAct,
}
