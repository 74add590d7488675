const KINDS: Readonly<Record<string, string>> = {
  'unknown-transfer': 'Transfer missing here',
  'unknown-deposit': 'Deposit missing here',
  'missing-transfer': 'Transfer missing there',
  'missing-deposit': 'Deposit missing there',
  'missing-purchase': 'Purchase missing there',
  'transfer-differs': 'Transfer differs',
  'deposit-differs': 'Deposit differs',
  'purchase-differs': 'Purchase differs',
  'fee-differs': 'Fee differs',
  'state-differs': 'Status differs',
  'not-ours': 'Not ours',
  'maybe-sent': 'May have been sent',
  'balance-differs': 'Balance differs',
}

export function kindInWords(kind: string): string {
  return KINDS[kind] ?? kind
}

const DAY_MS = 24 * 60 * 60_000

/** How long a difference has been open: `today`, `1 day open`, `9 days open`. */
export function ageOf(foundAt: string, now: Date): string {
  const days = Math.floor((now.getTime() - new Date(foundAt).getTime()) / DAY_MS)
  if (days < 1) return 'less than a day open'
  return days === 1 ? '1 day open' : `${days} days open`
}
