import { UNFREEZE_CUSTOMER } from '#contract/acts/unfreeze-customer.ts'
import { FREEZE_REASONS } from '#contract/console/freeze-reasons.ts'
import { lagosMoment } from '#contract/time.ts'
import { parseCustomer } from '#server/identity/accounts/find-account.ts'
import {
  readFreezeToLift,
  readUnfreeze,
  requestUnfreeze,
  summaryOfUnfreeze,
  type UncheckedUnfreeze,
  unfreezeByOperators,
} from '#server/identity/accounts/operate-freezes.ts'
import type { OperatorRequest } from '#server/identity/operators/requests.ts'
import { sentenceOfEvent } from '#server/outbox/alerts/account-events.ts'
import { OPEN_STATES } from '#server/payments/orders/machine.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { Act, PreviewDeps, PreviewParts, Unchecked } from './act.ts'

type Asks = typeof UNFREEZE_CUSTOMER.asks

export const unfreezeCustomerAct: Act<Asks> = {
  facts: UNFREEZE_CUSTOMER,
  proposal: {
    async describe({ database }, asked) {
      const { content } = await readUnfreeze(database, unchecked(asked))
      const otherValues = [`Reason: ${content.reason}`]
      return { summary: summaryOfUnfreeze(content), effects: [], otherValues, about: content.customer ?? '' }
    },
    request: async (deps, { asked, ...by }) => await requestUnfreeze(deps, { ...unchecked(asked), ...by }),
  },
  summary: ({ content }) => summaryOfUnfreeze(content),
  preview: unfreezePreviewParts,
  async carryOut(deps, confirmed) {
    await unfreezeByOperators(deps, confirmed)
    deps.wakeWorker()
  },
  printDone: (_, { content }) => `the freeze of ${content.customer} is lifted; its owner gets an email`,
  // As the reason for the freeze.
  paraphrased: ['heading'],
}

function unchecked({ whose, reason: uncheckedReason }: Unchecked<Asks>): UncheckedUnfreeze {
  return { whose: parseCustomer(whose), uncheckedReason }
}

async function unfreezePreviewParts({ clock, database }: PreviewDeps, request: OperatorRequest): Promise<PreviewParts> {
  const { userId, heading, at, by, ownersAt } = await readFreezeToLift(database, request)
  return {
    effects: [
      ownersAt === null
        ? 'They can pay and buy from the wallet again at once.'
        : `Its owner has frozen it as well, since ${lagosMoment(ownersAt)}. That stays until they lift it.`,
      `The customer reads, in an email and under Security: “${sentenceOfEvent('unfrozen-by-team')}”`,
    ],
    details: [
      { label: 'Frozen since', value: lagosMoment(at) },
      { label: 'Frozen by', value: by },
      { label: 'For', value: FREEZE_REASONS[heading].name },
      { label: 'Why, in their words', value: await whyFrozen(database, userId) },
      { label: 'Open orders', value: `${await countOpenOrders(database, userId)}, ${lagosMoment(clock.now())}` },
    ],
  }
}

/** The reason given by the operator who froze the account. */
async function whyFrozen(sql: Sql, userId: string): Promise<string> {
  const [line] = await sql.query<{ reason: string }>(
    `select reason from operator_audit where subject = $1 and act = 'freeze-customer' order by number desc limit 1`,
    [userId],
  )
  return line?.reason ?? ''
}

async function countOpenOrders(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'select count(*)::int as count from orders where user_id = $1 and state = any($2::text[])',
    [userId, [...OPEN_STATES, 'awaiting_payment']],
  )
  return row?.count ?? 0
}
