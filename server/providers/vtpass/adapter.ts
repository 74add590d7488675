import type { Clock, Logger } from '#server/deps.ts'
import type { BillsProvider } from '../bills.ts'
import { createBreaker } from '../breaker.ts'
import { createClient } from '../client.ts'
import { type Context, createApi, TIMEOUTS, type Timeouts } from './api.ts'
import { balance } from './balance.ts'
import { readCallback } from './callbacks.ts'
import { listBillers, listBundles, listTvPlans } from './catalogue.ts'
import { resolveCustomer } from './customers.ts'
import { buy } from './purchases.ts'
import { newReference } from './references.ts'
import { verifyPurchase } from './verification.ts'

export type VtpassOptions = {
  /** Without a trailing slash; in sandbox mode the sandbox world's address. */
  readonly baseUrl: string
  readonly apiKey: string
  /** Goes with the API key on a GET. */
  readonly publicKey: string
  /** Goes with the API key on a POST. */
  readonly secretKey: string
  readonly clock: Clock
  readonly log: Logger
  readonly timeouts?: Partial<Timeouts>
}

/**
 * VTpass as a provider of airtime, data and bills. Sandbox and live differ only in address and keys.
 *
 * Two breakers: one hears every call, the other only the POST of purchases, so that purchases which go unanswered while
 * everything else works still stop new ones.
 */
export function vtpassBills(options: VtpassOptions): BillsProvider {
  const { clock, log, apiKey, publicKey, secretKey } = options
  const anyCall = createBreaker({ clock })
  const sending = createBreaker({ clock })
  const client = createClient({
    baseUrl: options.baseUrl,
    keyHeaders: (method) => ({
      'api-key': apiKey,
      ...(method === 'GET' ? { 'public-key': publicKey } : { 'secret-key': secretKey }),
    }),
  })
  const context: Context = {
    api: createApi({ client, breaker: anyCall, log }),
    timeouts: { ...TIMEOUTS, ...options.timeouts },
    log,
    isWorthAsking: anyCall.allows,
  }
  return {
    name: 'vtpass',
    available: () => anyCall.allows() && sending.allows(),
    listBundles: listBundles(context),
    listBillers: listBillers(context),
    listTvPlans: listTvPlans(context),
    resolveCustomer: resolveCustomer(context),
    newReference,
    buy: buy(context, sending),
    verifyPurchase: verifyPurchase(context),
    balance: balance(context),
    readCallback,
  }
}
