import { createHash } from 'node:crypto'
import { isUnknownAccount } from '#sandbox/banks.ts'
import { inventedName } from '#sandbox/names.ts'
import type { Service, Variation } from './catalogue.ts'

const METER = /^\d{11,13}$/
const SMARTCARD = /^\d{10,11}$/
const STREETS = [
  'ADEOLA',
  'ZIK',
  'AHMADU BELLO',
  'OBAFEMI',
  'OKPARA',
  'MARINA',
  'TAFAWA',
  'HERBERT',
  'AWOLOWO',
  'UNITY',
]
const STREET_NUMBERS = 180
const DAYS_TO_RENEWAL = 28
const DAY_MS = 24 * 60 * 60_000

/** The invented person behind a meter or smartcard: always the same. Null for numbers that belong to nobody. */
export type BillsCustomer = { readonly name: string; readonly address: string }

export function customerBehind(service: Service, number: string): BillsCustomer | null {
  if (isUnknownAccount(number)) return null
  const hash = hashOf(service, number)
  const street = STREETS[hash % STREETS.length]
  return {
    name: inventedName(service.id, number),
    address: `${(hash % STREET_NUMBERS) + 1} ${street} STREET, ${service.town}`,
  }
}

/** Whether a number looks like one of the service's: meters have 11 to 13 digits, smartcards 10 or 11. */
export function isCustomerNumber(service: Service, uncheckedNumber: string): boolean {
  return (service.category === 'electricity-bill' ? METER : SMARTCARD).test(uncheckedNumber)
}

/** The smartcard's current bouquet, which `renew` pays for. */
export function currentBouquet(service: Service, smartcard: string): Variation {
  const bouquet = service.variations[hashOf(service, smartcard) % service.variations.length]
  if (bouquet === undefined) throw new Error(`${service.id} has no bouquets`)
  return bouquet
}

/** When the bouquet ends: a day within four weeks, `2026-12-05T00:00:00`. */
export function renewalDate(service: Service, smartcard: string, now: Date): string {
  const days = 1 + (hashOf(service, smartcard) % DAYS_TO_RENEWAL)
  return `${new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)}T00:00:00`
}

function hashOf(service: Service, number: string): number {
  return createHash('sha256').update(`${service.id}/${number}`).digest().readUInt32BE(0)
}
