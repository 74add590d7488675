import type { UserId } from '#contract/ids.ts'
import type { Kobo } from '#contract/money.ts'
import type { Sql } from '#server/platform/db/database.ts'

/** The number a person gets SMS alerts on, and what they agreed that each costs. */
export type AlertPhone = { readonly phone: string; readonly provedAt: Date; readonly agreedKobo: Kobo }

/** Null: SMS alerts are off. */
export async function findAlertPhone(sql: Sql, userId: UserId): Promise<AlertPhone | null> {
  const [row] = await sql.query<AlertPhone>(
    `select p.phone, p.proved_at as "provedAt", c.price_kobo as "agreedKobo" from alert_phones p
     cross join lateral (
       select price_kobo from sms_consents where user_id = p.user_id and is_on order by id desc limit 1
     ) as c
     where p.user_id = $1`,
    [userId],
  )
  return row ?? null
}

/** What one SMS costs this person: a price that was raised since they agreed to one is not theirs. Kobo. */
export function smsPriceFor({ agreedKobo }: AlertPhone, priceKobo: Kobo): Kobo {
  return agreedKobo < priceKobo ? agreedKobo : priceKobo
}
