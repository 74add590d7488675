import { providerName } from '#contract/console/provider-names.ts'

const OF_A_USER: Readonly<Record<string, string>> = {
  available: 'Wallet, available',
  held: 'Wallet, held',
  debt: 'Wallet, debt',
}
const OF_THE_HOUSE: Readonly<Record<string, string>> = {
  'revenue:fees': 'Our fees',
  'revenue:commission': 'Our commission',
  'revenue:bpc': 'Our income from BPC',
  'revenue:sms': 'Our income from SMS alerts',
  'payable:stamp-duty': 'Stamp duty owed to the state',
  'suspense:in': 'Money set aside',
  'equity:sandbox': 'Practice money',
}

/** The name of a ledger account for operators. */
export function ledgerAccountName(id: string): string {
  const [kind, name = '', part = ''] = id.split(':')
  if (kind === 'user') return OF_A_USER[part] ?? id
  if (kind === 'order') return 'Paid in for this purchase'
  if (kind === 'provider') return `Float at ${providerName(name)}`
  if (kind === 'expense') return `Charges by ${providerName(name)}`
  return OF_THE_HOUSE[id] ?? id
}
