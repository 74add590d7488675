import type { StrayPayment } from '#contract/bpc.ts'
import { findCharges, issueOf } from '#server/payments/bpc/bpc-charges.ts'
import { NO_PUBLIC_EXTRAS, type PublicExtras } from '#server/payments/kinds/kind.ts'
import type { OrderRowOf } from '#server/payments/orders/order.ts'
import type { Sql } from '#server/platform/db/database.ts'

type BpcOrder = OrderRowOf<'bpc'>

/** The code that a purchase bought and, if paid by bank transfer, where to pay and which stray payments came in. */
export async function readPurchase(sql: Sql, row: BpcOrder): Promise<PublicExtras> {
  const [code] = await sql.query<{ id: string }>('select id from bpc_codes where user_id = $1 and order_id = $2', [
    row.userId,
    row.id,
  ])
  const boughtBpcId = code?.id ?? null
  if (row.paidBy === 'wallet') return { ...NO_PUBLIC_EXTRAS, boughtBpcId }
  const issued = issueOf(await findCharges(sql, row))
  const payTo =
    issued === null
      ? null
      : {
          accountNumber: issued.accountNumber,
          bank: issued.bankName,
          accountName: issued.accountName,
          amountKobo: row.totalKobo.toString(),
          expiresAt: issued.expiresAt.toISOString(),
        }
  return { payTo, strayPayments: await readStrayPayments(sql, row), boughtBpcId }
}

/** Payments for this purchase that went elsewhere, oldest first. */
async function readStrayPayments(sql: Sql, row: BpcOrder): Promise<StrayPayment[]> {
  const inWallet = await sql.query<{ amount: bigint; why: StrayPayment['why']; at: Date }>(
    `select case when stray = 'more' then amount_kobo - $3 else amount_kobo end as amount, stray as why, created_at as at
     from deposits where user_id = $1 and order_id = $2 and stray is not null`,
    [row.userId, row.id, row.totalKobo],
  )
  // The provider does not name the purchase, so this shows rejections reported while it was open.
  const sentBack = await sql.query<{ amount: bigint; at: Date }>(
    `select amount_kobo as amount, reported_at as at from bpc_rejections
     where user_id = $1 and reported_at >= $2 and ($3::timestamptz is null or reported_at <= $3)`,
    [row.userId, row.createdAt, row.state === 'awaiting_payment' ? null : row.updatedAt],
  )
  return [
    ...inWallet.map(({ amount, why, at }) => ({ amount, why, at, went: 'wallet' as const })),
    ...sentBack.map(({ amount, at }) => ({ amount, at, went: 'sent-back' as const, why: whyNot(amount, row) })),
  ]
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ amount, went, why, at }) => ({ amountKobo: amount.toString(), went, why, at: at.toISOString() }))
}

function whyNot(amount: bigint, row: BpcOrder): StrayPayment['why'] {
  if (amount === row.totalKobo) return 'second'
  return amount < row.totalKobo ? 'less' : 'more'
}
