import type { AlertChannel } from '#contract/alerts.ts'
import { formatNaira, kobo } from '#contract/money.ts'

/** What an alert says in a channel. `path`: the page it opens in the app; null if there is none. */
export type AlertText = { readonly title: string; readonly body: string; readonly path: string | null }

/** The channel, and whether amounts may show where a locked phone reveals them to everybody. */
export type Shown = { readonly channel: AlertChannel; readonly showsAmounts: boolean }

/** How a channel writes amounts and names. */
export type Say = {
  /** An amount, or its placeholder where amounts may not be shown. */
  readonly naira: (digits: string) => string
  /** A name, or its first letters. */
  readonly name: (name: string) => string
  readonly isHidden: boolean
  /** What to do about money that the owner did not send. An email has its own link for that. */
  readonly doubt: string | null
}

/** The writer of each of these kinds. */
export type Writers<Facts> = {
  readonly [Kind in keyof Facts]: (facts: Facts[Kind], say: Say) => AlertText
}

/** A shorter form: an SMS has one part, and its other sentences make room for this one. */
export const SMS_DOUBT = 'Not you? Freeze in the app.'

const DOUBT: Readonly<Record<AlertChannel, string | null>> = {
  app: 'Not you? Freeze your account under Security.',
  email: null,
  push: 'Not you? Freeze your account under Security.',
  sms: SMS_DOUBT,
}

/** How amounts and names are written in a channel. */
export function sayIn({ channel, showsAmounts }: Shown): Say {
  const isHidden = (channel === 'push' || channel === 'sms') && !showsAmounts
  return {
    naira: (digits) => (isHidden ? 'Money' : formatNaira(kobo(BigInt(digits)))),
    name: (name) => (isHidden ? initialsOf(name) : name),
    isHidden,
    doubt: DOUBT[channel],
  }
}

/** "Chidinma Okafor" as "C••• O•••". */
function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .filter((part) => part !== '')
    .map((part) => `${[...part][0] ?? ''}•••`)
    .join(' ')
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
