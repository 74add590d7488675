import type { Clock } from '#server/platform/clock.ts'
import type { Logger } from '#server/platform/log.ts'
import type { MakeClient } from '#server/providers/client.ts'
import { connect, type HeardTime } from '#server/providers/connect.ts'
import type { PaymentProvider } from '#server/providers/payments/payment-provider.ts'
import { createApi, TIMEOUTS, type Timeouts } from './api.ts'
import { createRecipient, listBanks, resolveAccount } from './banks.ts'
import { createCharge } from './charges.ts'
import { createCustomer, issueAccount } from './customers.ts'
import { listPayments, verifyPayment } from './incoming.ts'
import { listTransfers } from './transfer-list.ts'
import { balance, sendTransfer, verifyTransfer } from './transfers.ts'
import { isGenuine, readHint } from './webhook.ts'

/** The bank that issues account numbers, by mode. Test mode knows only its own. */
const PREFERRED_BANKS = { sandbox: 'test-bank', live: 'titan-paystack' } as const

export type PaystackOptions = {
  /** Without a trailing slash; in sandbox mode the sandbox world's address. */
  readonly baseUrl: string
  readonly secretKey: string
  readonly mode: 'sandbox' | 'live'
  readonly clock: Clock
  readonly log: Logger
  /** Live mode: the slug of the bank that issues account numbers. */
  readonly preferredBank?: string
  readonly timeouts?: Partial<Timeouts>
  /** Speaks to the provider in place of HTTP: for worlds whose network and time are simulated. */
  readonly makeClient?: MakeClient
  /** Told which time the provider gives with each of its answers. */
  readonly hearTime?: (heard: HeardTime) => void
}

/**
 * Paystack as a payment provider. Test and live differ only in address and key.
 */
export function paystackPayments(options: PaystackOptions): PaymentProvider {
  const { secretKey, mode } = options
  const { context, sending, available } = connect({
    options,
    keyHeaders: () => ({ authorization: `Bearer ${secretKey}` }),
    timeouts: TIMEOUTS,
    createApi,
  })
  return {
    name: 'paystack',
    available,
    listBanks: listBanks(context),
    resolveAccount: resolveAccount(context),
    createCustomer: createCustomer(context),
    issueAccount: issueAccount(context, options.preferredBank ?? PREFERRED_BANKS[mode]),
    createCharge: createCharge(context),
    createRecipient: createRecipient(context),
    sendTransfer: sendTransfer(context, sending),
    verifyTransfer: verifyTransfer(context),
    listTransfers: listTransfers(context),
    verifyPayment: verifyPayment(context),
    listPayments: listPayments(context),
    balance: balance(context),
    webhookIsGenuine: (rawBody, headers) => isGenuine(secretKey, rawBody, headers),
    readWebhook: readHint,
  }
}
