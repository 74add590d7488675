import type { AlertKind } from '#contract/alert-kinds.ts'
import { maskNumber } from '#contract/masks.ts'
import { takenFrom } from '#server/ledger/debt.ts'
import type { Movement } from '#server/ledger/post.ts'
import { type AlertDeps, alertWrites } from '#server/outbox/alerts/add-alert.ts'
import type { NewAlert } from '#server/outbox/alerts/alert.ts'
import { type OrderFacts, type ReturnedBy, withoutZeros } from '#server/outbox/alerts/facts.ts'
import { dueJobs } from '#server/outbox/jobs/jobs.ts'
import { KINDS } from '#server/payments/kinds/kinds.ts'
import type { Write } from '#server/platform/db/rows.ts'
import type { OrderEvent } from './machine.ts'
import type { OrderRow } from './order.ts'
import { broughtBackKobo } from './returned-amount.ts'
import { rulesOf } from './rules.ts'

type OrderAlertKind = Extract<AlertKind, `order-${string}` | 'bpc-delivered'>

/** The movements of a transition, and how much of them repaid an older debt, kobo. */
export type Moved = { readonly movements: readonly Movement[]; readonly repaidKobo: bigint }

/** How long a list's summary waits after a sale has ended, ms, so that sales ending together are counted once. */
const LIST_PAUSE_MS = 1_000

/**
 * The alert to its owner about the state an order has just reached, if they need one. Sales of a list have no alerts of
 * their own when they end: the last one triggers the list's summary (server/selling/list-alert.ts). Whatever happens to
 * a sale afterwards has its own alert.
 */
export function orderAlert(
  deps: AlertDeps,
  order: OrderRow,
  { event, moved }: { event: OrderEvent; moved: Moved },
): readonly Write[] {
  if (order.batchId !== null && (order.state === 'settled' || order.state === 'released')) {
    const now = deps.clock.now()
    const dueAt = new Date(now.getTime() + LIST_PAUSE_MS)
    return [dueJobs([{ kind: 'list-alert', subjectId: order.batchId, userId: order.userId, dueAt, now }])]
  }
  const alert = alertAbout(order, event, moved)
  return alert === null ? [] : alertWrites(deps, alert)
}

function alertAbout(order: OrderRow, event: OrderEvent, moved: Moved): NewAlert | null {
  const repaid = withoutZeros({ repaidKobo: moved.repaidKobo })
  switch (order.state) {
    case 'settled':
      return alertOf(order, KINDS[order.kind].successAlert, factsOf(order))
    case 'released':
      // Its owner has just cancelled it.
      return event === 'cancelled' ? null : alertOf(order, 'order-failed', { ...factsOf(order), ...repaid })
    case 'returned': {
      const back = { totalKobo: `${broughtBackKobo(order)}`, ...(order.returnedLate ? { late: true as const } : {}) }
      return alertOf(order, 'order-reversed', {
        ...factsOf(order),
        ...back,
        ...repaid,
        returnedBy: returnedBy(event),
      })
    }
    case 'late_success': {
      const { takenKobo, owedKobo } = takenFrom(order.userId, moved.movements)
      // The fee is not charged a second time.
      const taken = { totalKobo: `${takenKobo + owedKobo}`, ...withoutZeros({ owedKobo }) }
      return alertOf(order, 'order-paid-late', { ...factsOf(order), ...taken })
    }
    case 'manual_review':
      return order.batchId === null
        ? alertOf(order, 'order-in-review', factsOf(order))
        : listAlert(order.userId, order.batchId, 'list-in-review')
    default:
      return null
  }
}

/** An alert of a kind about an order. */
export function alertOf<Kind extends OrderAlertKind>(order: OrderRow, kind: Kind, facts: OrderFacts[Kind]): NewAlert {
  return { userId: order.userId, kind, subjectId: order.id, facts } as NewAlert
}

/** An alert about the list of an order: one, however many of its sales it concerns. */
export function listAlert(
  userId: OrderRow['userId'],
  batchId: NonNullable<OrderRow['batchId']>,
  kind: 'list-late' | 'list-in-review',
): NewAlert {
  return { userId, kind, subjectId: batchId, facts: { batchId } }
}

function returnedBy(event: OrderEvent): ReturnedBy {
  if (event === 'given-back') return 'owner'
  if (event === 'failed-after-all') return 'proof'
  if (event === 'not-paid-by-operators') return 'undone'
  return event === 'refunded-by-operators' ? 'team' : 'provider'
}

/** The facts of every alert about an order, as the order is now. */
export function factsOf(order: OrderRow): OrderFacts['order-completed'] {
  const { line, noun, receiptTo } = rulesOf(order)
  const { name, place } = receiptTo
  const more = place?.more ?? null
  const isPlan = name === null && more !== null
  return {
    order: order.kind,
    transactionId: order.transactionId,
    title: line.title,
    noun: noun.text,
    ...(noun.isPlural ? { many: true } : {}),
    name,
    ...(isPlan ? { plan: more } : {}),
    place:
      place === null
        ? null
        : [isPlan ? null : more, maskNumber(place.number)].filter((part) => part !== null).join(' '),
    amountKobo: `${order.amountKobo}`,
    totalKobo: `${order.totalKobo}`,
    byTeam: order.endedByRequest !== null,
  }
}
