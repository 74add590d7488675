import type { OrderKind, OrderState } from '#contract/orders.ts'
import type { Deps } from '#server/deps.ts'
import type { Movement } from '#server/ledger/post.ts'
import { bpc } from '#server/payments/kinds/bpc/bpc.ts'
import type { KindRules, Line, PostingFacts, Prepared } from '#server/payments/kinds/kind.ts'
import { airtime, data, electricity, tv } from '#server/payments/kinds/purchase/purchase.ts'
import { withdrawal } from '#server/payments/kinds/withdrawal/withdrawal.ts'
import type { VerificationResult } from './evidence.ts'
import type { Posting } from './machine.ts'
import type { OrderRow } from './order.ts'

const RULES: { readonly [Kind in OrderKind]: KindRules<Kind> } = { withdrawal, airtime, data, electricity, tv, bpc }

/** As Carrier, with the order filled in. */
type BoundCarrier = {
  /** The order's reference, or a new one where the provider wants one of its own making. */
  newReference(deps: Deps): string
  /** From when on the provider takes the order's reference no more; null when it never ends. */
  referenceEndsAt(deps: Deps): Date | null
  prepare(deps: Deps): Promise<Prepared>
  verify(deps: Deps): Promise<VerificationResult>
}

/** What an order of its kind does, with the order filled in. */
export type OrderRules = {
  readonly line: Line
  readonly explanation: string
  movements(posting: Posting, facts: PostingFacts): Movement[]
  stepTitle(state: OrderState): string
  /** Null for what no provider carries out. */
  readonly carrier: BoundCarrier | null
}

/** The same for the same thing going to the same place; empty where that says nothing. */
export function recipientKeyOf(of: Pick<OrderRow, 'kind' | 'recipient'>): string {
  return (RULES[of.kind] as KindRules<OrderKind>).recipientKey(of.recipient)
}

/** The rules of an order's kind, bound to it: the one place that looks at the kind. */
export function rulesOf(order: OrderRow): OrderRules {
  switch (order.kind) {
    case 'withdrawal':
      return bind(RULES.withdrawal, order)
    case 'airtime':
      return bind(RULES.airtime, order)
    case 'data':
      return bind(RULES.data, order)
    case 'electricity':
      return bind(RULES.electricity, order)
    case 'tv':
      return bind(RULES.tv, order)
    case 'bpc':
      return bind(RULES.bpc, order)
  }
}

function bind<Kind extends OrderKind>(
  rules: KindRules<Kind>,
  order: Parameters<KindRules<Kind>['explain']>[0],
): OrderRules {
  const { executor: carrier } = rules
  return {
    line: rules.line(order),
    get explanation() {
      return rules.explain(order)
    },
    movements: (posting, facts) => rules.movements(order, posting, facts),
    stepTitle: (state) => rules.stepTitle(state),
    carrier:
      carrier === null
        ? null
        : {
            newReference: (deps) => carrier.references?.make(deps, order) ?? order.reference,
            referenceEndsAt: (deps) => carrier.references?.endsAt(deps, order) ?? null,
            prepare: (deps) => carrier.prepare(deps, order),
            verify: (deps) => carrier.verify(deps, order),
          },
  }
}
