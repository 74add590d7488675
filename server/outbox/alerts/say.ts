import type { AlertChannel } from '#contract/alerts.ts'
import { formatNaira, kobo } from '#contract/money.ts'

/** What an alert says in a channel. `path`: where it leads in the app; null where there is nothing more to see. */
export type AlertText = { readonly title: string; readonly body: string; readonly path: string | null }

/** How much of an alert is shown where a locked phone shows it to everybody. */
export type Shown = { readonly channel: AlertChannel; readonly showsAmounts: boolean }

/** How a channel writes amounts and names. */
export type Say = {
  /** An amount, or its placeholder where amounts may not be shown. */
  readonly naira: (digits: string) => string
  /** A name, or its first letters. */
  readonly name: (name: string) => string
  readonly isHidden: boolean
  /** What to do where money left and its owner did not send it. An email has a link of its own for that. */
  readonly doubt: string | null
}

/** What each of these kinds says. */
export type Writers<Facts> = {
  readonly [Kind in keyof Facts]: (facts: Facts[Kind], say: Say) => AlertText
}

/** The same in fewer words: an SMS has one part. Its other sentences make room for this one. */
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
