import type { LazyExoticComponent } from 'react'
import type { OrderKind } from '#contract/kinds/kinds.ts'
import type { OrderOf } from '#contract/orders.ts'
import type { CaseTopic } from '#contract/support.ts'
import type { View } from '#web/lib/jsx/elements.ts'

export type OrderLine = { readonly label: string; readonly value: string }

/** Everything the screens know of one kind of order, beside its look. Its form is beside it, and is fetched by those who open it. */
export type KindDescriptor<Kind extends OrderKind> = {
  /** In running text: "Your transfer is on its way". */
  readonly noun: string
  /**
   * The lines of its terms that stay in sight until it is approved, by their labels: the amount, and who gets what, or where. The
   * others are in the list below them.
   */
  readonly inSight: { readonly leading: string; readonly who: readonly string[] }
  /** Where a person waits for the answer after the approval, and what is said at once. */
  readonly afterApproval: { readonly path: string; readonly toast: string | null }
  /** Said on the way back to the wallet once the provider has proved it. Null when the result has a screen of its own. */
  deliveredToast(order: OrderOf<Kind>): string | null
  /** Who or what got it, for the result. */
  lines(order: OrderOf<Kind>): readonly OrderLine[]
  /** The result once it is proved. */
  completed(order: OrderOf<Kind>): { readonly title: string; readonly sentences: readonly string[] }
  /** What the history's second line says. */
  readonly placeLabel: string
  /** What a payment costs beside its amount: a fee and duty on top, a discount off it, or nothing. */
  readonly costs: 'fees' | 'discount' | 'price'
  /** What a report about it is most likely about. */
  readonly topic: CaseTopic
  /** Shows what a delivered order hands over, fetched by those who see it. Null where there is nothing to show. */
  readonly Delivered: LazyExoticComponent<View<{ order: OrderOf<Kind> }>> | null
  /** Whether it took its money from the wallet, so that a failed one gives it back. Left out where it always does. */
  isFromWallet?(order: OrderOf<Kind>): boolean
  /** What to do when a delivered order did not hand over all of it; null when nothing is missing. */
  missing(order: OrderOf<Kind>): string | null
}

/** As KindDescriptor, of what is bought at the bills provider. */
export type BillDescriptor<Kind extends OrderKind> = KindDescriptor<Kind> & {
  /** Among what the product offers: "Electricity". */
  readonly offer: string
  /** Its form asks for an amount, or for a plan of the provider's list, whose price it is. */
  readonly pricedBy: 'amount' | 'plan'
}

/** What most kinds hand over: nothing that has to be shown. */
export const NOTHING_SHOWN = { Delivered: null, missing: () => null } as const
