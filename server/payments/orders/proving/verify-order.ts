import type { Deps } from '#server/deps.ts'
import type { VerificationResult } from '#server/payments/orders/evidence.ts'
import type { OrderRow } from '#server/payments/orders/order.ts'
import { rulesOf } from '#server/payments/orders/rules.ts'
import { findReferences } from './attempts.ts'
import { combineFindings } from './decisions.ts'

/** How an order reaches its provider. @throws Error for what no provider carries out */
export function carrierOf(order: OrderRow) {
  const { carrier } = rulesOf(order)
  if (carrier === null) throw new Error(`no provider carries out a ${order.kind} order`)
  return carrier
}

/**
 * What the provider proves about an order: under the one reference it went out under, or under all of them together, the
 * oldest asked first (R13).
 */
export function verifyOrder(deps: Deps, order: OrderRow): Promise<VerificationResult> {
  const { provider } = order
  return deps.tracing.step({ name: 'order verification', provider }, async (span) => {
    const finding = await findProof(deps, order)
    span.note({ finding: finding.event })
    return finding
  })
}

async function findProof(deps: Deps, order: OrderRow): Promise<VerificationResult> {
  if (order.earlierSends === 0) return await carrierOf(order).verify(deps)
  const found: { reference: string; finding: VerificationResult }[] = []
  for (const reference of await findReferences(deps.database, order)) {
    found.push({ reference, finding: await carrierOf({ ...order, reference }).verify(deps) })
  }
  return combineFindings(order, found)
}
