/** A paragraph, a code to type, a button, or a sentence that ends in a link. */
export type EmailBlock = string | CodeBlock | ButtonBlock | LinkBlock

/** A code in large letters. */
export type CodeBlock = { readonly code: string }

/** The main action of an email. */
export type ButtonBlock = { readonly button: string; readonly url: string }

/** `before` and `link` are one sentence without its full stop: "If that was not you, " and "freeze your account". */
export type LinkBlock = { readonly before: string; readonly link: string; readonly url: string }

/** A block as plain text. A link's address follows its words. */
export function blockText(block: EmailBlock): string {
  if (typeof block === 'string') return block
  if ('code' in block) return block.code
  if ('button' in block) return `${block.button}: ${block.url}`
  return `${block.before}${block.link}: ${block.url}`
}
