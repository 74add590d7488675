/** An id carries its kind in a prefix and in its type, so a quote id cannot be passed where an order id belongs. */
type Id<Prefix extends string> = `${Prefix}_${string}` & { readonly idOf: Prefix }

export type UserId = Id<'usr'>
export type DeviceId = Id<'dev'>
export type SessionId = Id<'ses'>
export type QuoteId = Id<'quo'>
export type OrderId = Id<'ord'>
export type TransactionId = Id<'txn'>
export type TransferId = Id<'trf'>
export type DepositId = Id<'dep'>
export type BpcId = Id<'bpc'>
export type BeneficiaryId = Id<'ben'>
export type CustomerId = Id<'cus'>
export type BatchId = Id<'bat'>
export type PasskeyId = Id<'pky'>
export type CaseId = Id<'cas'>
export type CasePictureId = Id<'pic'>
export type VisitorId = Id<'vis'>
export type SuspensionId = Id<'stp'>
export type ReconciliationId = Id<'rec'>
export type EmailId = Id<'mai'>
export type AlarmWebhookId = Id<'alw'>
export type AccountEventId = Id<'aev'>
export type RecoveryId = Id<'rcv'>
export type OperatorId = Id<'opr'>
export type OperatorRequestId = Id<'orq'>
export type OperatorProofId = Id<'opp'>
export type OperatorPasskeyId = Id<'opk'>
export type OperatorLinkId = Id<'opl'>
export type OperatorSessionId = Id<'ops'>
export type OperatorFilterId = Id<'flt'>
export type BankNoticeId = Id<'bkn'>
export type ChannelVersionId = Id<'chv'>
export type PriceVersionId = Id<'prv'>
export type LimitVersionId = Id<'lmv'>
export type CustomerLimitId = Id<'clm'>
export type PauseId = Id<'pau'>
export type FreezeId = Id<'frz'>
export type EndingId = Id<'end'>
export type SmsConsentId = Id<'sco'>
export type AlertId = Id<'alr'>
export type PushSubscriptionId = Id<'psh'>
export type AnyId =
  | UserId
  | DeviceId
  | SessionId
  | QuoteId
  | OrderId
  | TransactionId
  | TransferId
  | DepositId
  | BpcId
  | BeneficiaryId
  | CustomerId
  | BatchId
  | PasskeyId
  | CaseId
  | CasePictureId
  | VisitorId
  | SuspensionId
  | ReconciliationId
  | EmailId
  | AlarmWebhookId
  | AccountEventId
  | RecoveryId
  | OperatorId
  | OperatorRequestId
  | OperatorProofId
  | OperatorPasskeyId
  | OperatorLinkId
  | OperatorSessionId
  | OperatorFilterId
  | BankNoticeId
  | ChannelVersionId
  | PriceVersionId
  | LimitVersionId
  | CustomerLimitId
  | PauseId
  | FreezeId
  | EndingId
  | SmsConsentId
  | AlertId
  | PushSubscriptionId
export type IdPrefix = AnyId extends Id<infer Prefix> ? Prefix : never
export type IdFor<Prefix extends IdPrefix> = Extract<AnyId, { readonly idOf: Prefix }>

/** The alphabet of ids: Crockford base32, lower case, no i, l, o, u. Paystack allows it in a transfer reference. */
export const ID_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** 9 characters of time and 26 (130 bits) of randomness. */
export const ID_BODY_LENGTH = 35

/** True for a well-formed id of that kind. Says nothing about existence or ownership. */
export function isId<Prefix extends IdPrefix>(prefix: Prefix, text: string): text is IdFor<Prefix> {
  return text.startsWith(`${prefix}_`) && new RegExp(`^[a-z]{3}_[${ID_ALPHABET}]{${ID_BODY_LENGTH}}$`).test(text)
}
