import { isRefusal, messageOf } from '#web/lib/api.ts'

/** A refusal of a code as its field shows it; undefined when it is about something else. */
export function codeError(error: unknown): string | undefined {
  return isRefusal(error, 'session.code-wrong', 'account.code-wrong') ? error.message : undefined
}

/** Any other refusal, with the wait the server asked for; null when there is none, or the field shows it. */
export function problemText(error: unknown): string | null {
  if (error === null || codeError(error) !== undefined) return null
  const waitS = isRefusal(error, 'session.code-wait', 'session.mail-wait', 'account.code-wait')
    ? error.retryAfterS
    : null
  return waitS === null ? messageOf(error) : `${messageOf(error)} Try again in ${waitText(waitS)}.`
}

/** `40 seconds`, `5 minutes`: never less than what is left. */
function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (seconds <= 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${minutes} minutes`
}
