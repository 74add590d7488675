import type { Exam } from '#contract/kinds/education.ts'
import type { Network } from '#contract/purchases.ts'

/** VTpass's service ids. It still knows 9mobile under the name before last. */
export const AIRTIME_SERVICES: Readonly<Record<Network, string>> = {
  mtn: 'mtn',
  airtel: 'airtel',
  glo: 'glo',
  '9mobile': 'etisalat',
}

export const DATA_SERVICES: Readonly<Record<Network, string>> = {
  mtn: 'mtn-data',
  airtel: 'airtel-data',
  glo: 'glo-data',
  '9mobile': 'etisalat-data',
}

export const EXAM_SERVICES: Readonly<Record<Exam, string>> = { waec: 'waec' }

export const BILLER_CATEGORIES = { electricity: 'electricity-bill', tv: 'tv-subscription' } as const

/** TV services sold to a phone number instead of a smartcard: there is no name to look up. */
export const SERVICES_WITHOUT_CUSTOMERS: ReadonlySet<string> = new Set(['showmax'])
