import type { Clock } from '#server/platform/clock.ts'
import type { Logger } from '#server/platform/log.ts'
import type { BillsProvider } from '#server/providers/bills/bill-provider.ts'
import type { MakeClient } from '#server/providers/client.ts'
import { connect, type HeardTime } from '#server/providers/connect.ts'
import { createApi, TIMEOUTS, type Timeouts } from './api.ts'
import { balance } from './balance.ts'
import { isSame, readCallback } from './callbacks.ts'
import { listBillers, listBundles, listExamPlans, listTvPlans } from './catalogue.ts'
import { resolveCustomer } from './customers.ts'
import { buy } from './purchases.ts'
import { newReference, referenceEndsAt } from './references.ts'
import { verifyPurchase } from './verification.ts'

export type VtpassOptions = {
  /** Without a trailing slash; in sandbox mode the sandbox world's address. */
  readonly baseUrl: string
  readonly apiKey: string
  /** Goes with the API key on a GET. */
  readonly publicKey: string
  /** Goes with the API key on a POST. */
  readonly secretKey: string
  /** The last part of the address of its callbacks, which carry no signature. */
  readonly callbackSecret: string
  readonly clock: Clock
  readonly log: Logger
  readonly timeouts?: Partial<Timeouts>
  /** Speaks to the provider in place of HTTP: for worlds whose network and time are simulated. */
  readonly makeClient?: MakeClient
  /** Told which time the provider gives with each of its answers. */
  readonly hearTime?: (heard: HeardTime) => void
}

/**
 * VTpass as a provider of airtime, data and bills. Sandbox and live differ only in address and keys.
 */
export function vtpassBills(options: VtpassOptions): BillsProvider {
  const { apiKey, publicKey, secretKey } = options
  const { context, sending, available } = connect({
    options,
    keyHeaders: (method) => ({
      'api-key': apiKey,
      ...(method === 'GET' ? { 'public-key': publicKey } : { 'secret-key': secretKey }),
    }),
    timeouts: TIMEOUTS,
    createApi,
  })
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
