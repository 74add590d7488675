import { rowsAsJson, type Write } from '#server/platform/db/rows.ts'
import { sanitizedNote } from './evidence.ts'
import type { OrderRow } from './order.ts'

/** The first lines of new orders' timelines. */
export function firstSteps(
  steps: readonly { readonly order: OrderRow; readonly event: string; readonly note: string }[],
): Write {
  const rows = steps.map(({ order, event, note }) => ({
    user_id: order.userId,
    order_id: order.id,
    seq: 1,
    state: order.state,
    event,
    evidence: sanitizedNote(note),
    at: order.createdAt,
  }))
  return {
    text: `insert into order_steps (user_id, order_id, seq, state, event, evidence, at)
     select user_id, order_id, seq, state, event, evidence, at from json_populate_recordset(null::order_steps, $1::json)`,
    params: [rowsAsJson(rows)],
  }
}

/** The next line of an order's timeline. */
export function newStep(step: {
  readonly order: { readonly userId: string; readonly id: string }
  readonly state: string
  readonly event: string
  readonly note: string
  readonly at: Date
}): Write {
  return {
    text: `insert into order_steps (user_id, order_id, seq, state, event, evidence, at)
     select $1, $2, coalesce(max(seq), 0) + 1, $3, $4, $5, $6 from order_steps where user_id = $1 and order_id = $2`,
    params: [step.order.userId, step.order.id, step.state, step.event, sanitizedNote(step.note), step.at],
  }
}
