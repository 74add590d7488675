import { SANDBOX_BANNER } from '#contract/constants.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Email } from './email.ts'

/** What every email says of whom it comes from. */
export type Sender = Pick<Config, 'brand' | 'mode' | 'publicUrl'>

/** An email in the product's one form: what it is about, and what its reader can count on. */
export function composeEmail(config: Sender, to: string, subject: string, paragraphs: readonly string[]): Email {
  const above = config.mode === 'sandbox' ? [SANDBOX_BANNER] : []
  const below = [
    `${config.brand} never asks for your PIN, your password or a code, by email, chat or phone, and never asks you to pay before you can have your money.`,
    `${config.brand} · ${config.publicUrl}`,
  ]
  return { to, subject: `${config.brand}: ${subject}`, text: `${[...above, ...paragraphs, ...below].join('\n\n')}\n` }
}
