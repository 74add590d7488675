import { maskNumber } from '#contract/masks.ts'
import { formatNaira } from '#contract/money.ts'
import { extraKobo } from '#contract/transaction-total.ts'
import type { Transaction } from '#contract/transactions.ts'
import { unbroken } from '#web/lib/format.ts'
import { KINDS } from './kinds.ts'

const SEPARATOR = ' · '
/** Digits of an account, meter or smartcard number. */
const NUMBER = /^\d{6,}$/

/** What is known of the other side beside its name: bank, number, plan. A phone number that is the name already is not said twice. */
export function placeParts({ counterparty, counterpartyDetail }: Transaction): readonly string[] {
  const said = counterparty?.replaceAll(/\D/g, '')
  return (counterpartyDetail?.split(SEPARATOR) ?? []).filter((part) => part !== said)
}

/** The same in one line, where it is opened alone. */
export function wholePlace(transaction: Transaction): string {
  return placeParts(transaction).join(SEPARATOR)
}

/** The same in a list, where others may look on: of a number that belongs to a name the last four digits. */
export function listPlace(transaction: Transaction): string {
  return placeParts(transaction)
    .map((part) => (NUMBER.test(part) ? maskNumber(part) : part))
    .join(SEPARATOR)
}

/** The first line of a row, and the words after its time. `unsaid` is for screen readers only. */
export function rowWords(transaction: Transaction): { who: string; details: readonly string[]; unsaid: string | null } {
  const { kind, title, counterparty } = transaction
  const { person } = KINDS[kind]
  const places = placeParts(transaction).filter((part) => !NUMBER.test(part))
  if (counterparty === null) return { who: title, details: places, unsaid: null }
  if (person === undefined) return { who: title, details: [...places, counterparty], unsaid: null }
  const isToBank = person === 'to' && places.length > 0
  return { who: counterparty, details: isToBank ? places : [title], unsaid: isToBank ? title : null }
}

/** The groups of a phone number stay on one line; other words do not have to. */
export function onOneLine(part: string): string {
  return /^[\d ]+$/.test(part) ? unbroken(part) : part
}

/** What a row's amount includes beside what the other side got; null where that is nothing. */
export function chargesText({ feeKobo, dutyKobo }: Transaction): string | null {
  const extra = extraKobo({ feeKobo, dutyKobo })
  if (extra === 0n) return null
  const word = dutyKobo === '0' ? 'fee' : feeKobo === '0' ? 'stamp duty' : 'fee and duty'
  return `with ${formatNaira(extra)} ${word}`
}
