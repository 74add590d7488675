import type { UserId } from '#contract/ids.ts'
import { CLOSED_ACCOUNT_NAME } from '#contract/privacy.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'

/** Longer than any request takes. */
export const REMOVE_AGAIN_AFTER_MS = 60 * 60_000

/** Tables whose rows of a person go when the account is closed, those that refer to another before it. */
export const REMOVED_ON_CLOSING = [
  'challenges',
  'sessions',
  'sign_ins',
  'password_resets',
  'pins',
  'passkeys',
  'authenticators',
  'recovery_codes',
  'beneficiaries',
  'customers',
  'profile_images',
  'bpc_wrong_codes',
  'receipts',
  'quotes',
] as const

const BOOKS = 'the books'
const PAYMENTS = 'what was paid, agreed to and signed'
const NUMBERS = 'numbers that money may still come in on; the name on them is replaced'

/** Tables in which rows of a person stay, all of them or some, and why. */
export const STAYS_AFTER_CLOSING: Readonly<Record<string, string>> = {
  users: 'the account itself, with its name, email and password replaced',
  ledger_accounts: BOOKS,
  ledger_transfers: BOOKS,
  ledger_entries: BOOKS,
  orders: PAYMENTS,
  order_steps: PAYMENTS,
  order_attempts: PAYMENTS,
  order_batches: 'lists that were approved; the others go',
  transactions: PAYMENTS,
  deposits: PAYMENTS,
  bpc_rejections: PAYMENTS,
  bpc_codes: 'that a purchase delivered one; which one it was is overwritten',
  funding_accounts: NUMBERS,
  bpc_charges: NUMBERS,
  devices: 'the public keys that payments were signed with, all of them revoked',
  cases: 'append-only reports',
  case_messages: 'append-only reports',
  case_actions: 'append-only reports',
  visitors: 'that somebody wrote to support without signing in; where emails are proved, the address is replaced',
  account_recoveries: 'what operators decided about the account, and why',
  account_events: 'what happened to the account, append-only',
  emails: 'which kinds of emails were sent; emptied when they are, gone after 30 days',
  jobs: 'what is to be done next, gone once it is done',
}

/** Removes what of a closed account is nobody's record. Repeating it changes nothing. */
export async function removePersonalRows(tx: Transaction, userId: UserId): Promise<void> {
  for (const table of REMOVED_ON_CLOSING) await tx.query(`delete from ${table} where user_id = $1`, [userId])
  await tx.query(
    `delete from order_batches b where b.user_id = $1 and not exists (
       select 1 from orders o where o.user_id = b.user_id and o.quote_id = any(b.quote_ids))`,
    [userId],
  )
  // The numbers stay, so that money which still comes in on them is recognised.
  for (const table of ['funding_accounts', 'bpc_charges']) {
    await tx.query(`update ${table} set account_name = $2 where user_id = $1 and account_name is not null`, [
      userId,
      CLOSED_ACCOUNT_NAME,
    ])
  }
}

/** Removes, later, what requests that were under way had still written for an account that was closed meanwhile. */
export async function eraseUser(database: Database, userId: UserId): Promise<void> {
  await database.transaction(async (tx) => {
    const closed = await tx.query('select 1 from users where id = $1 and closed_at is not null for update', [userId])
    if (closed.length > 0) await removePersonalRows(tx, userId)
  })
}
