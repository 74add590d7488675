import type { Sql } from '#server/platform/db/database.ts'
import { enqueue } from './jobs.ts'

/** An incoming payment, by its reference at the provider it came in at. Another provider may use the same reference. */
export type PaymentAt = { readonly provider: string; readonly reference: string }

/** The subject of the work on a payment: `paystack T1234`. A provider's name has no space. */
export function paymentSubject({ provider, reference }: PaymentAt): string {
  return `${provider} ${reference}`
}

/** The payment that work is about. */
export function paymentOf(subjectId: string): PaymentAt {
  const end = subjectId.indexOf(' ')
  if (end < 1) throw new Error('work on a payment that names no provider')
  return { provider: subjectId.slice(0, end), reference: subjectId.slice(end + 1) }
}

/** Makes the verification of a payment due, at the provider it came in at. */
export async function enqueuePayment(sql: Sql, of: PaymentAt & { dueAt: Date; now: Date }): Promise<void> {
  await enqueue(sql, { kind: 'payment', subjectId: paymentSubject(of), userId: null, dueAt: of.dueAt, now: of.now })
}
