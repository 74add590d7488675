import type { BillsProvider } from '#server/providers/bills/bill-provider.ts'
import { connectVtpass, type VtpassConnection } from './api.ts'
import { balance } from './balance.ts'
import { isSame, readCallback } from './callbacks.ts'
import { listBillers, listBundles, listExamPlans, listTvPlans } from './catalogue.ts'
import { resolveCustomer } from './customers.ts'
import { buy } from './purchases.ts'
import { newReference, referenceEndsAt } from './references.ts'
import { verifyPurchase } from './verification.ts'

export type VtpassOptions = VtpassConnection & {
  /** The last part of the address of its callbacks, which carry no signature. */
  readonly callbackSecret: string
}

/**
 * VTpass as a provider of airtime, data and bills. Sandbox and live differ only in address and keys.
 */
export function vtpassBills(options: VtpassOptions): BillsProvider {
  const { context, sending, available } = connectVtpass(options)
  return {
    name: 'vtpass',
    available,
    listBundles: listBundles(context),
    listBillers: listBillers(context),
    listTvPlans: listTvPlans(context),
    listExamPlans: listExamPlans(context),
    resolveCustomer: resolveCustomer(context),
    newReference,
    referenceEndsAt,
    buy: buy(context, sending),
    verifyPurchase: verifyPurchase(context),
    balance: balance(context),
    isCallbackAddress: (lastPart) => isSame(lastPart, options.callbackSecret),
    readCallback,
  }
}
