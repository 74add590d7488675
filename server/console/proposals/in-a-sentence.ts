/** A refusal with its full stop, to follow a colon. */
export function inASentence(message: string): string {
  return /[.?!]$/.test(message) ? message : `${message}.`
}
