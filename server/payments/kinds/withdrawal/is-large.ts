import { STRONG_DAY_KOBO, STRONG_NEW_RECIPIENT_KOBO } from '#contract/constants.ts'
import { lagosDay } from '#contract/time.ts'
import { hasStrong } from '#server/identity/mfa/strong-factor.ts'
import type { QuoteRow } from '#server/payments/quotes/quote.ts'
import type { Sql } from '#server/platform/db/database.ts'

type Withdrawal = Extract<QuoteRow, { kind: 'withdrawal' }>

/**
 * Whether a transfer needs more than the PIN: above STRONG_NEW_RECIPIENT_KOBO to an account that the sender has not
 * paid before, or above STRONG_DAY_KOBO together with other transfers of the Lagos day. Only for users with a passkey
 * or an authenticator app: nobody is asked for what they do not have. Binding only while the user's available account
 * is locked.
 */
export async function isLarge(sql: Sql, { userId, amountKobo, recipient }: Withdrawal, now: Date): Promise<boolean> {
  const [row] = await sql.query<{ strong: boolean; known: boolean; sent: bigint }>(
    `select ${hasStrong('$1')} as strong,
       exists (select from beneficiaries where user_id = $1 and kind = 'bank' and key = $2) as known,
       (select coalesce(sum(amount_kobo), 0)::bigint from orders
        where user_id = $1 and lagos_day >= $3::date and kind = 'withdrawal' and state not in ('released', 'returned')
       ) as sent`,
    [userId, `${recipient.bankCode}:${recipient.accountNumber}`, lagosDay(now)],
  )
  if (row?.strong !== true) return false
  return row.sent + amountKobo > STRONG_DAY_KOBO || (!row.known && amountKobo > STRONG_NEW_RECIPIENT_KOBO)
}
