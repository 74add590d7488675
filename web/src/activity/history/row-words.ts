import { maskNumber } from '#contract/masks.ts'
import { formatNaira } from '#contract/money.ts'
import { extraKobo } from '#contract/transaction-total.ts'
import type { Transaction } from '#contract/transactions.ts'
import { unbroken } from '#web/lib/format.ts'
import { KINDS } from './kinds.ts'

const SEPARATOR = ' · '
/** Digits of an account, meter or smartcard number. */
const NUMBER = /^\d{6,}$/

/** Details of the other side besides its name: bank, number, plan. Omits a phone number that already is the name. */
export function detailParts({ counterparty, counterpartyDetail }: Transaction): readonly string[] {
  const said = counterparty?.replaceAll(/\D/g, '')
  return (counterpartyDetail?.split(SEPARATOR) ?? []).filter((part) => part !== said)
}

/** The same in one line, for the transaction's own page. */
export function fullDetail(transaction: Transaction): string {
  return detailParts(transaction).join(SEPARATOR)
}

/** The same in a list, which others may see: numbers are cut to their last four digits. */
export function maskedDetail(transaction: Transaction): string {
  return detailParts(transaction)
    .map((part) => (NUMBER.test(part) ? maskNumber(part) : part))
    .join(SEPARATOR)
}

/** The first line of a row, and the words after its time. `unsaid` is for screen readers only. */
export function rowWords(transaction: Transaction): { who: string; details: readonly string[]; unsaid: string | null } {
  const { kind, title, counterparty } = transaction
  const { person } = KINDS[kind]
  const places = detailParts(transaction).filter((part) => !NUMBER.test(part))
  if (counterparty === null) return { who: title, details: places, unsaid: null }
  if (person === undefined) return { who: title, details: [...places, counterparty], unsaid: null }
  const isToBank = person === 'to' && places.length > 0
  return { who: counterparty, details: isToBank ? places : [title], unsaid: isToBank ? title : null }
}

/** Keeps the groups of a phone number on one line; other words may wrap. */
export function onOneLine(part: string): string {
  return /^[\d ]+$/.test(part) ? unbroken(part) : part
}

/** The charges included in a row's amount; null if there are none. */
export function chargesText({ feeKobo, dutyKobo }: Transaction): string | null {
  const extra = extraKobo({ feeKobo, dutyKobo })
  if (extra === 0n) return null
  const word = dutyKobo === '0' ? 'fee' : feeKobo === '0' ? 'stamp duty' : 'fee and duty'
  return `with ${formatNaira(extra)} ${word}`
}
