/** Types of difference with a provider, defined once for reconciliation, terminal, API and screens. */
export const BREAK_TYPES = {
  'missing-here': 'Missing here',
  'missing-there': 'Missing there',
  amount: 'Amount',
  fee: 'Fee or cost',
  recipient: 'Recipient',
  status: 'Status',
  duplicate: 'Duplicate',
  late: 'Late',
  'not-ours': 'Not ours',
  balance: 'Balance',
  'maybe-sent': 'Maybe sent',
} as const
export type BreakType = keyof typeof BREAK_TYPES

/** Each stored kind of difference, with its type and its name on a screen. */
export const EXCEPTION_KINDS = {
  /** The provider has it, but we do not. */
  'unknown-transfer': { type: 'missing-here', name: 'Transfer missing here' },
  'unknown-deposit': { type: 'missing-here', name: 'Deposit missing here' },
  /** We booked it, but the provider's list lacks it. */
  'missing-transfer': { type: 'missing-there', name: 'Transfer missing there' },
  'missing-deposit': { type: 'missing-there', name: 'Deposit missing there' },
  'missing-purchase': { type: 'missing-there', name: 'Purchase missing there' },
  /** Amount, currency or recipient are not what was agreed. */
  'transfer-differs': { type: 'amount', name: 'Transfer of another amount' },
  'currency-differs': { type: 'amount', name: 'Transfer in another currency' },
  'recipient-differs': { type: 'recipient', name: 'Transfer to another account' },
  'deposit-differs': { type: 'amount', name: 'Deposit of another amount' },
  'purchase-differs': { type: 'amount', name: 'Purchase of another amount' },
  /** What the provider charged is not what we booked. */
  'fee-differs': { type: 'fee', name: 'Another fee for a transfer' },
  'deposit-fee-differs': { type: 'fee', name: 'Another fee for a deposit' },
  'purchase-cost-differs': { type: 'fee', name: 'Another cost of a purchase' },
  /** Paid there and given back here, or the other way round. Verification resolves it. */
  'state-differs': { type: 'status', name: 'Another status' },
  /** A deposit that was taken back here is in the provider's list of successful payments again. */
  'deposit-state-differs': { type: 'status', name: 'Deposit made again after its recall' },
  /** A purchase that was delivered under two of its references. */
  'paid-twice': { type: 'duplicate', name: 'Purchase delivered twice' },
  /** Two payments in the provider's list share a reference, and one of them is booked. */
  'listed-twice': { type: 'duplicate', name: 'Deposit listed twice' },
  /** A line of the provider's that moved our money but cannot be ours: made by hand, or by another program. */
  'not-ours': { type: 'not-ours', name: 'Not ours' },
  /** A purchase in a restored backup that may have been sent later, under a reference that the restore lost. */
  'maybe-sent': { type: 'maybe-sent', name: 'Maybe sent' },
  /** Our balance at the provider differs from the ledger by more than the differences above explain. */
  'balance-differs': { type: 'balance', name: 'Balance differs' },
} as const satisfies Readonly<Record<string, { readonly type: BreakType; readonly name: string }>>
export type ExceptionKind = keyof typeof EXCEPTION_KINDS

/** How long a difference has been open, in full days. `to` is null for the last one, which has no end. */
export const AGES = {
  '0-1': { name: '0–1 day', from: 0, to: 1 },
  '2-3': { name: '2–3 days', from: 2, to: 3 },
  '4-7': { name: '4–7 days', from: 4, to: 7 },
  'over-7': { name: 'Over 7 days', from: 8, to: null },
} as const satisfies Readonly<
  Record<string, { readonly name: string; readonly from: number; readonly to: number | null }>
>
export type Age = keyof typeof AGES

export const TYPE_NAMES = Object.keys(BREAK_TYPES) as readonly BreakType[]
export const AGE_NAMES = Object.keys(AGES) as readonly Age[]

export const KIND_NAMES = Object.keys(EXCEPTION_KINDS) as readonly ExceptionKind[]

/** The type of an open or ended difference. `late`: a later list of the provider has what an earlier one lacked. */
export function typeOfBreak({ kind, cameLate }: { kind: ExceptionKind; cameLate: boolean }): BreakType {
  return cameLate ? 'late' : EXCEPTION_KINDS[kind].type
}

/** The kinds of a type. `late` has none: it is known only once the difference has ended. */
export function kindsOf(type: BreakType): readonly ExceptionKind[] {
  return KIND_NAMES.filter((kind) => EXCEPTION_KINDS[kind].type === type)
}

/** The age group of a difference open for this many full days. */
export function ageOfDays(days: number): Age {
  return AGE_NAMES.find((age) => AGES[age].to === null || days <= (AGES[age].to ?? 0)) ?? 'over-7'
}
