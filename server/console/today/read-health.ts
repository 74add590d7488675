import type { Float, HealthAnswer, Queue, Waiting, WebhookLag } from '#contract/console/health.ts'
import { HEALTH_MINUTES } from '#contract/console/limits.ts'
import { mayRead } from '#contract/console/permissions.ts'
import type { OrderKind } from '#contract/kinds/kinds.ts'
import type { OrderState } from '#contract/orders.ts'
import type { ConsoleSession } from '#server/console/console-session.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine } from '#server/identity/operators/audit-lines.ts'
import { type Figures, readFigures } from '#server/installation/read-figures.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { readPaces } from './order-pace.ts'

const MINUTE_MS = 60_000

/**
 * The health of the installation: monitoring figures, and outcomes of orders in the last HEALTH_MINUTES. Asks no
 * provider: a balance is from the last comparison, and shown with its time.
 */
export async function readHealth(deps: Deps, { operator: by, where }: ConsoleSession): Promise<HealthAnswer> {
  const now = deps.clock.now()
  const from = firstMinute(now)
  const figures = await readFigures(deps)
  return await deps.database.transaction(async (tx) => {
    const answer = {
      readAt: now.toISOString(),
      from: from.toISOString(),
      paces: await readPaces(tx, from),
      waiting: figures.openOrders.map(waitingOf),
      webhooks: await readWebhookLags(tx, from),
      queues: figures.dueJobs.map(queueOf),
      floats: mayRead(by.role, 'look-at-reconciliation') ? floatsOf(figures, deps.config) : null,
      booksCheckedAt: figures.booksCheckedAt?.toISOString() ?? null,
      reconciledAt: figures.reconciledAt?.toISOString() ?? null,
    }
    await addAuditLine(tx, deps, { by, where, act: 'look-at-health' })
    return answer
  })
}

function firstMinute(now: Date): Date {
  const current = Math.floor(now.getTime() / MINUTE_MS)
  return new Date((current - HEALTH_MINUTES + 1) * MINUTE_MS)
}

function waitingOf({ provider, kind, state, count, heldKobo, oldestAt }: Figures['openOrders'][number]): Waiting {
  return {
    provider,
    kind: kind as OrderKind,
    state: state as OrderState,
    count,
    heldKobo: `${heldKobo}`,
    oldestAt: oldestAt.toISOString(),
  }
}

function queueOf({ kind, count, oldestDueAt }: Figures['dueJobs'][number]): Queue {
  return { kind, count, oldestDueAt: oldestDueAt.toISOString() }
}

function floatsOf({ positions }: Figures, { floatThresholds }: Pick<Config, 'floatThresholds'>): Float[] {
  return positions.map(({ provider, heldKobo, ledgerKobo, ownKobo, readAt }) => ({
    provider,
    heldKobo: `${heldKobo}`,
    ledgerKobo: `${ledgerKobo}`,
    ownKobo: ownKobo?.toString() ?? null,
    readAt: readAt.toISOString(),
    thresholdKobo: floatThresholds.get(provider)?.toString() ?? null,
  }))
}

/**
 * `$1`: the earliest time for webhook and order alike, so that a webhook about an old order's reversal does not count
 * as late. Orders are found by reference: one index row per webhook.
 */
export const WEBHOOK_LAG_STATEMENT = `
  with firsts as (
    select e.provider, min(e.received_at) - o.created_at as lag
    from webhook_events e cross join lateral (
      select user_id, id, created_at from orders where provider = e.provider and reference = e.reference limit 1
    ) as o
    where e.received_at >= $1 and o.created_at >= $1
    group by e.provider, o.user_id, o.id, o.created_at
  )
  select provider, count(*)::int as orders,
    (extract(epoch from percentile_disc(0.5) within group (order by lag)) * 1000)::int as "middleMs",
    (extract(epoch from max(lag)) * 1000)::int as "slowestMs"
  from firsts group by provider order by provider`

async function readWebhookLags(sql: Sql, from: Date): Promise<WebhookLag[]> {
  return await sql.query<WebhookLag>(WEBHOOK_LAG_STATEMENT, [from])
}
