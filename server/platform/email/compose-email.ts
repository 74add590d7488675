import { SANDBOX_BANNER } from '#contract/constants.ts'
import type { Config } from '#server/platform/config/config.ts'
import { blockText, type EmailBlock } from './blocks.ts'
import type { Email } from './email.ts'
import { emailHtml } from './email-html.ts'

/** What every email says of whom it comes from. */
export type Sender = Pick<Config, 'brand' | 'mode' | 'publicUrl'>

/** What an email says. `fullName` is the name of the account that the mailbox belongs to, if it is known to be its owner's. */
export type EmailContent = {
  readonly to: string
  readonly fullName?: string | null
  readonly subject: string
  readonly blocks: readonly EmailBlock[]
}

/** An email in the product's one form, as plain text and as HTML: whom it greets, what it is about, and what its reader can count on. */
export function composeEmail(config: Sender, { to, fullName = null, subject, blocks }: EmailContent): Email {
  const name = fullName === null ? null : greetedName(fullName)
  const said = [...(name === null ? [] : [`Hello ${name},`]), ...blocks]
  const banner = config.mode === 'sandbox' ? SANDBOX_BANNER : null
  const footer = [
    `${config.brand} never asks for your PIN, your password or a code, by email, chat or phone, and never asks you to pay before you can have your money.`,
    `${config.brand} · ${config.publicUrl}`,
  ]
  const paragraphs = [...(banner === null ? [] : [banner]), ...said.map(blockText), ...footer]
  return {
    to,
    subject: `${config.brand}: ${subject}`,
    text: `${paragraphs.join('\n\n')}\n`,
    html: emailHtml({ brand: config.brand, banner, heading: capitalized(subject), blocks: said, footer }),
  }
}

/**
 * The first word of a name: Adaeze Okonkwo is Adaeze, and Dr. Musa Bello is Musa. Never the whole: anybody can open an account with
 * somebody else's email and a sentence for a name, and the sentence would be sent there.
 */
export function greetedName(fullName: string): string | null {
  return fullName.split(' ').find((word) => word.length > 1 && !word.endsWith('.')) ?? null
}

function capitalized(text: string): string {
  const [first = ''] = text
  return `${first.toUpperCase()}${text.slice(first.length)}`
}
