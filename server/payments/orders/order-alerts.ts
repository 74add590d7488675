import type { AlertKind } from '#contract/alerts.ts'
import { maskNumber } from '#contract/masks.ts'
import { type AlertDeps, alertWrites } from '#server/alerts/add-alert.ts'
import type { AlertFacts } from '#server/alerts/alert.ts'
import type { Write } from '#server/platform/db/rows.ts'
import type { OrderEvent } from './machine.ts'
import type { OrderRow } from './order.ts'
import { rulesOf } from './rules.ts'

type OrderAlertKind = Extract<AlertKind, `order-${string}` | 'bpc-delivered'>

/** The alert to its owner about the state an order has just reached, or nothing where they need none. */
export function orderAlert(deps: AlertDeps, order: OrderRow, event: OrderEvent): readonly Write[] {
  const kind = kindOf(order, event)
  return kind === null ? [] : alertWrites(deps, alertOf(order, kind))
}

/** An alert of a kind about an order as it is now. */
export function alertOf<Kind extends OrderAlertKind>(order: OrderRow, kind: Kind) {
  return { userId: order.userId, kind, subjectId: order.id, facts: factsOf(order) }
}

function kindOf(order: OrderRow, event: OrderEvent): OrderAlertKind | null {
  switch (order.state) {
    case 'settled':
      return order.kind === 'bpc' ? 'bpc-delivered' : 'order-completed'
    case 'released':
      // Its owner has just taken it back.
      return event === 'cancelled' ? null : 'order-failed'
    case 'returned':
      return 'order-reversed'
    case 'late_success':
      return 'order-paid-late'
    case 'manual_review':
      return 'order-in-review'
    default:
      return null
  }
}

function factsOf(order: OrderRow): AlertFacts[OrderAlertKind] {
  const { line, receiptTo } = rulesOf(order)
  const { name, place } = receiptTo
  return {
    order: order.kind,
    transactionId: order.transactionId,
    title: line.title,
    name,
    place: place === null ? null : [place.more, maskNumber(place.number)].filter((part) => part !== null).join(' '),
    amountKobo: `${order.amountKobo}`,
    totalKobo: `${order.totalKobo}`,
    byTeam: order.endedByRequest !== null,
  }
}
