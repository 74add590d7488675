import type { LazyExoticComponent } from 'react'
import type { OrderKind } from '#contract/kinds/kinds.ts'
import type { OrderOf } from '#contract/orders.ts'
import type { CaseTopic } from '#contract/support.ts'
import type { View } from '#web/lib/jsx/elements.ts'

export type OrderLine = { readonly label: string; readonly value: string }

/**
 * All that the screens know of one kind of order, besides its look. Its form is a file of its own, fetched on opening.
 */
export type KindDescriptor<Kind extends OrderKind> = {
  /** In running text: "Your transfer is on its way". */
  readonly noun: string
  /**
   * The labels of the terms' lines that stay in sight until approval: the amount, and who gets what, or where. The
   * other lines are in the list below them.
   */
  readonly inSight: { readonly leading: string; readonly who: readonly string[] }
  /** The page that waits for the answer after approval, and the toast shown at once. */
  readonly afterApproval: { readonly path: string; readonly toast: string | null }
  /** The toast on return to the wallet once the provider has proved it. Null if the result has a screen of its own. */
  deliveredToast(order: OrderOf<Kind>): string | null
  /** Who or what got it, for the result. */
  lines(order: OrderOf<Kind>): readonly OrderLine[]
  /** The result once it is proved. */
  completed(order: OrderOf<Kind>): { readonly title: string; readonly sentences: readonly string[] }
  /** The label of the history's second line. */
  readonly placeLabel: string
  /** What a payment costs beside its amount: a fee and duty on top, a discount off it, or nothing. */
  readonly costs: 'fees' | 'discount' | 'price'
  /** The likeliest topic of a report about it. */
  readonly topic: CaseTopic
  /** Shows what a delivered order handed over; fetched when shown. Null if there is nothing to show. */
  readonly Delivered: LazyExoticComponent<View<{ order: OrderOf<Kind> }>> | null
  /** Whether it was paid from the wallet, so that a failure gives the money back. Absent: always. */
  isFromWallet?(order: OrderOf<Kind>): boolean
  /** What to do when a delivered order did not hand over all of it; null when nothing is missing. */
  missing(order: OrderOf<Kind>): string | null
}

/** Like KindDescriptor, for a kind that is bought from the bills provider. */
export type BillDescriptor<Kind extends OrderKind> = KindDescriptor<Kind> & {
  /** Its name in the list of what the product offers: "Electricity". */
  readonly offer: string
  /** Whether the form asks for an amount, or for a plan of the provider's, which has a price. */
  readonly pricedBy: 'amount' | 'plan'
}

/** For the many kinds that deliver nothing to show. */
export const NOTHING_SHOWN = { Delivered: null, missing: () => null } as const
