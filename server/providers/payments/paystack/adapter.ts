import type { PaymentProvider } from '#server/providers/payments/payment-provider.ts'
import { connectPaystack, type PaystackConnection } from './api.ts'
import { createRecipient, listBanks, resolveAccount } from './banks.ts'
import { createCharge } from './charges.ts'
import { createCustomer, issueAccount } from './customers.ts'
import { listPayments, verifyPayment } from './incoming.ts'
import { listTransfers } from './transfer-list.ts'
import { balance, sendTransfer, verifyTransfer } from './transfers.ts'
import { isGenuine, readHint } from './webhook.ts'

/** The bank that issues account numbers, by mode. Test mode knows only its own. */
const PREFERRED_BANKS = { sandbox: 'test-bank', live: 'titan-paystack' } as const

export type PaystackOptions = PaystackConnection & {
  readonly mode: 'sandbox' | 'live'
  /** Live mode: the slug of the bank that issues account numbers. */
  readonly preferredBank?: string
}

/**
 * Paystack as a payment provider. Test and live differ only in address and key.
 */
export function paystackPayments(options: PaystackOptions): PaymentProvider {
  const { secretKey, mode } = options
  const { context, sending, available } = connectPaystack(options)
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
