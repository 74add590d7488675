import type { Sql } from '#server/platform/db/database.ts'
import { enqueue } from './jobs.ts'

/** An incoming payment, by its provider and reference: two providers may use the same reference. */
export type PaymentAt = { readonly provider: string; readonly reference: string }

/** A payment job's subject: `paystack T1234`. A provider's name has no space. */
export function paymentSubject({ provider, reference }: PaymentAt): string {
  return `${provider} ${reference}`
}

/** The payment that a job's subject names. */
export function paymentOf(subjectId: string): PaymentAt {
  const end = subjectId.indexOf(' ')
  if (end < 1) throw new Error('work on a payment that names no provider')
  return { provider: subjectId.slice(0, end), reference: subjectId.slice(end + 1) }
}

/** Queues the verification of a payment with its provider. */
export async function enqueuePayment(sql: Sql, of: PaymentAt & { dueAt: Date; now: Date }): Promise<void> {
  await enqueue(sql, { kind: 'payment', subjectId: paymentSubject(of), userId: null, dueAt: of.dueAt, now: of.now })
}
