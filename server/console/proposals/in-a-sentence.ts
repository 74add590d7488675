/** A refusal after a colon, with its full stop. */
export function inASentence(message: string): string {
  return /[.?!]$/.test(message) ? message : `${message}.`
}
