import { SANDBOX_BANNER } from '#contract/constants.ts'
import type { Config } from '#server/platform/config/config.ts'
import { blockText, type EmailBlock } from './blocks.ts'
import type { Email } from './email.ts'
import { emailHtml } from './email-html.ts'

/** The sender that every email shows. */
export type Sender = Pick<Config, 'brand' | 'mode' | 'publicUrl'>

/** The content of one email. `fullName`: the account holder's, only if the mailbox is theirs. */
export type EmailContent = {
  readonly to: string
  readonly fullName?: string | null
  readonly subject: string
  readonly blocks: readonly EmailBlock[]
}

/** Writes an email as plain text and as HTML: practice banner, greeting, blocks and footer. */
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
 * The first name: Adaeze of Adaeze Okonkwo, Musa of Dr. Musa Bello. Never the full name: an attacker could register somebody
 * else's email with a sentence for a name, and Jara would deliver the sentence.
 */
export function greetedName(fullName: string): string | null {
  return fullName.split(' ').find((word) => word.length > 1 && !word.endsWith('.')) ?? null
}

function capitalized(text: string): string {
  const [first = ''] = text
  return `${first.toUpperCase()}${text.slice(first.length)}`
}
