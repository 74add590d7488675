import type { OrderKind } from '#contract/kinds/kinds.ts'
import type { OrderState, QuoteBody, QuoteBodyOf, RecipientOf } from '#contract/orders.ts'
import type { Deps } from '#server/deps.ts'
import type { Movement } from '#server/ledger/post.ts'
import type {
  Line,
  Noun,
  PostingFacts,
  Prepared,
  PublicExtras,
  Quoted,
  QuoteRequest,
  ReceiptTo,
  Saved,
} from '#server/payments/kinds/kind.ts'
import { KINDS } from '#server/payments/kinds/kinds.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { Purchase } from './duplicate-order.ts'
import { explanationByTeam, stepByTeam } from './ended-by-team.ts'
import type { VerificationResult } from './evidence.ts'
import type { Posting } from './machine.ts'
import type { OrderRow, OrderRowOf } from './order.ts'

/** OrderExecutor with the order bound. */
type BoundCarrier = {
  /** The order's reference, or a new one if the provider wants its own kind. */
  newReference(deps: Deps): string
  /** When the provider stops accepting the order's reference; null if never. */
  referenceEndsAt(deps: Deps): Date | null
  prepare(deps: Deps): Promise<Prepared>
  verify(deps: Deps): Promise<VerificationResult>
}

/** The rules of an order's kind, with the order bound. */
export type OrderRules = {
  readonly line: Line
  readonly noun: Noun
  readonly explanation: string
  movements(posting: Posting, facts: PostingFacts): Movement[]
  stepTitle(step: { readonly state: OrderState; readonly event: string }): string
  /** What only a proof of delivery hands over. Null: nothing. */
  readonly givenWithProof: string | null
  /** Whether all of it has been handed over. */
  isHandedOver(deps: Deps): Promise<boolean>
  readonly beneficiary: Saved | null
  /** Reads the parts of the public order that are not in its row. */
  readPublicExtras(sql: Sql): Promise<PublicExtras>
  readonly receiptTo: ReceiptTo
  /** Null for kinds that no provider carries out. */
  readonly carrier: BoundCarrier | null
}

/** A quote for a form. @throws AppError whatever the kind's `quote` throws */
export async function quoteOrder(request: QuoteRequest, body: QuoteBody): Promise<Quoted> {
  return await quoteAs(body.kind, request, body)
}

function quoteAs<Kind extends OrderKind>(kind: Kind, request: QuoteRequest, body: QuoteBodyOf<Kind>): Promise<Quoted> {
  return KINDS[kind].quote(request, body)
}

/** Where a payment's money comes from, according to its form. */
export function paidByForm(body: QuoteBody): OrderRow['paidBy'] {
  return paidByAs(body.kind, body)
}

/** Where a payment's money comes from, according to its recipient. */
export function paidByOf({ kind, recipient }: Pick<OrderRow, 'kind' | 'recipient'>): OrderRow['paidBy'] {
  return paidByAs(kind, recipient as RecipientOf<OrderKind>)
}

function paidByAs<Kind extends OrderKind>(kind: Kind, of: QuoteBodyOf<Kind> | RecipientOf<Kind>): OrderRow['paidBy'] {
  return KINDS[kind].paidBy(of)
}

/** Equal for one thing to one recipient for one amount. */
export function purchaseOf(of: Pick<OrderRow, 'kind' | 'recipient' | 'amountKobo'>): Purchase {
  return { recipientKey: recipientKeyOf(of), amountKobo: of.amountKobo }
}

/** Equal for the same thing to the same recipient; empty where equality means nothing. */
export function recipientKeyOf({ kind, recipient }: Pick<OrderRow, 'kind' | 'recipient'>): string {
  return keyAs(kind, recipient as RecipientOf<OrderKind>)
}

function keyAs<Kind extends OrderKind>(kind: Kind, recipient: RecipientOf<Kind>): string {
  return KINDS[kind].recipientKey(recipient)
}

/** The rules of an order's kind, bound to it. */
export function rulesOf(order: OrderRow): OrderRules {
  return bind(order)
}

function bind<Kind extends OrderKind>(order: OrderRowOf<Kind>): OrderRules {
  const kind = KINDS[order.kind]
  const { executor } = kind
  return {
    line: kind.line(order),
    get noun() {
      return kind.noun(order.recipient)
    },
    get explanation() {
      return explanationByTeam(order) ?? kind.explain(order)
    },
    movements: (posting, facts) => kind.movements(order, posting, facts),
    stepTitle: (step) => stepByTeam(step) ?? kind.stepTitle(step.state),
    get givenWithProof() {
      return kind.givenWithProof(order.recipient)
    },
    isHandedOver: (deps) => kind.isHandedOver(deps, order),
    readPublicExtras: (sql) => kind.readPublicExtras(sql, order),
    get beneficiary() {
      return kind.beneficiary(order.recipient)
    },
    get receiptTo() {
      return kind.receipt.to(order.recipient)
    },
    carrier:
      executor === null
        ? null
        : {
            newReference: (deps) => executor.references?.make(deps, order) ?? order.reference,
            referenceEndsAt: (deps) => executor.references?.endsAt(deps, order) ?? null,
            prepare: (deps) => executor.prepare(deps, order),
            verify: (deps) => executor.verify(deps, order),
          },
  }
}
