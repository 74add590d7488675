import { createHash } from 'node:crypto'

export type OrderTrace = {
  /** 16 bytes in hexadecimal. */
  readonly traceId: string
  /** The approval's span, from which the others hang: 8 bytes in hexadecimal. */
  readonly approvalId: string
}

/**
 * The trace of an order. Its id has 130 random bits, so every process finds the same trace id for it, no two orders share
 * one, and no table has to remember it.
 */
export function traceOfOrder(orderId: string): OrderTrace {
  const digest = createHash('sha256').update(`trace of ${orderId}`).digest('hex')
  return { traceId: digest.slice(0, 32), approvalId: digest.slice(32, 48) }
}
