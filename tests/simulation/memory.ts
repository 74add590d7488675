import type { Quote } from '#contract/orders.ts'

/** What people were told was done: it must stay done, whatever happens to the process that said so. */
export type Memory = {
  readonly orders: Map<string, { readonly userId: string; readonly agreed: Pick<Quote, 'id' | 'kind' | 'totalKobo'> }>
  readonly orderOfQuote: Map<string, string>
  readonly cancelled: Set<string>
  /** Orders whose codes were returned. */
  readonly givenBack: Set<string>
  /** Purchases by bank transfer that were requested, newest last. */
  readonly purchases: { readonly personNumber: number; readonly orderId: string }[]
  readonly batches: {
    readonly personNumber: number
    readonly id: string
    readonly challenge: string
    readonly terms: string
  }[]
  /** The providers' messages as delivered, to be replayed. */
  readonly messages: {
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  }[]
}

export const newMemory = (): Memory => ({
  orders: new Map(),
  orderOfQuote: new Map(),
  cancelled: new Set(),
  givenBack: new Set(),
  purchases: [],
  batches: [],
  messages: [],
})
