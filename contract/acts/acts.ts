import { ADD_OPERATOR } from './add-operator.ts'
import { CHANGE_ROLE } from './change-role.ts'
import { CLOSE_DIFFERENCE } from './close-difference.ts'
import { CLOSE_DIFFERENCES } from './close-differences.ts'
import { CREDIT_DEPOSIT } from './credit-deposit.ts'
import { END_ALL_SESSIONS } from './end-all-sessions.ts'
import { END_BANK_NOTICE } from './end-bank-notice.ts'
import { END_REVIEW } from './end-review.ts'
import { ENROL_PASSKEY } from './enrol-passkey.ts'
import { PAUSE_KIND } from './pause-kind.ts'
import { RECOVER_ACCOUNT } from './recover-account.ts'
import { REFUND_BPC } from './refund-bpc.ts'
import { RESUME_KIND } from './resume-kind.ts'
import { RESUME_MONEY } from './resume-money.ts'
import { REVOKE_OPERATOR } from './revoke-operator.ts'
import { SET_BANK_NOTICE } from './set-bank-notice.ts'
import { SET_CHANNELS } from './set-channels.ts'
import { SET_CUSTOMER_LIMIT } from './set-customer-limit.ts'
import { SET_LIMITS } from './set-limits.ts'
import { SET_PRICES } from './set-prices.ts'
import { UNFREEZE_CUSTOMER } from './unfreeze-customer.ts'

/** Every act that one operator asks for and another one confirms, described once. */
export const ACTS = byName([
  RESUME_MONEY,
  CLOSE_DIFFERENCE,
  CLOSE_DIFFERENCES,
  CREDIT_DEPOSIT,
  END_REVIEW,
  REFUND_BPC,
  RECOVER_ACCOUNT,
  END_ALL_SESSIONS,
  UNFREEZE_CUSTOMER,
  ADD_OPERATOR,
  REVOKE_OPERATOR,
  CHANGE_ROLE,
  ENROL_PASSKEY,
  PAUSE_KIND,
  RESUME_KIND,
  SET_BANK_NOTICE,
  END_BANK_NOTICE,
  SET_CHANNELS,
  SET_PRICES,
  SET_LIMITS,
  SET_CUSTOMER_LIMIT,
])

export type ActName = keyof typeof ACTS

function byName<const Acts extends readonly { readonly name: string }[]>(acts: Acts) {
  const entries = acts.map((act) => [act.name, act] as const)
  return Object.fromEntries(entries) as { readonly [Act in Acts[number] as Act['name']]: Act }
}
