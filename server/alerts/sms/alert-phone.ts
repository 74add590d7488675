import type { UserId } from '#contract/ids.ts'
import type { Kobo } from '#contract/money.ts'
import type { Sql } from '#server/platform/db/database.ts'

/** A person's number for SMS alerts, and the price per SMS that they agreed to. */
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

/** What one SMS costs this person: a later price increase does not apply to them. Kobo. */
export function smsPriceFor({ agreedKobo }: AlertPhone, priceKobo: Kobo): Kobo {
  return agreedKobo < priceKobo ? agreedKobo : priceKobo
}
