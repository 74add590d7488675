import { createHash } from 'node:crypto'

export type OrderTrace = {
  /** 16 bytes in hexadecimal. */
  readonly traceId: string
  /** The approval's span, the ancestor of all others: 8 bytes in hexadecimal. */
  readonly approvalId: string
}

/**
 * The trace of an order, derived from its id, which has 130 random bits. So every process finds the same trace id, no two orders
 * share one, and no table has to store it.
 */
export function traceOfOrder(orderId: string): OrderTrace {
  const digest = createHash('sha256').update(`trace of ${orderId}`).digest('hex')
  return { traceId: digest.slice(0, 32), approvalId: digest.slice(32, 48) }
}
