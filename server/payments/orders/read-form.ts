import { formatNairaShort, type Kobo, parseKobo } from '#contract/money.ts'
import { AppError } from '#server/platform/errors.ts'

export type AmountBounds = {
  readonly minKobo: Kobo
  readonly maxKobo: Kobo
  readonly tooSmall: 'amount.too-small' | 'airtime.too-small'
  readonly tooLarge: 'amount.too-large' | 'airtime.too-large'
  /** Replaces the catalogue's sentence. */
  readonly message?: string
}

/**
 * An amount from outside within its bounds, kobo.
 *
 * @throws AppError `amount.invalid` and the two given, each with the field
 */
export function readAmount(uncheckedAmount: string, of: AmountBounds): Kobo {
  const amountKobo = parseKobo(uncheckedAmount)
  if (amountKobo === null) throw new AppError('amount.invalid', { fields: { amountKobo: 'Enter an amount in naira' } })
  const message = of.message === undefined ? {} : { message: of.message }
  if (amountKobo < of.minKobo) {
    throw new AppError(of.tooSmall, {
      ...message,
      fields: { amountKobo: `At least ${formatNairaShort(of.minKobo)}` },
    })
  }
  if (amountKobo > of.maxKobo) {
    throw new AppError(of.tooLarge, { ...message, fields: { amountKobo: `At most ${formatNairaShort(of.maxKobo)}` } })
  }
  return amountKobo
}

/** @throws AppError `form.incomplete` naming each field that is empty */
export function requireFilled(fields: Readonly<Record<string, string>>): void {
  const empty = Object.keys(fields).filter((name) => fields[name]?.trim() === '')
  if (empty.length === 0) return
  throw new AppError('form.incomplete', { fields: Object.fromEntries(empty.map((name) => [name, 'Required'])) })
}
