import { isRefusal } from '#web/lib/api.ts'

/** Which field a refusal belongs to, when the server did not name fields itself. */
export function fieldErrors(error: unknown): Readonly<Record<string, string | undefined>> {
  if (isRefusal(error, 'account.name-invalid', 'account.name-wait')) return { fullName: error.message, ...error.fields }
  if (isRefusal(error, 'account.email-invalid', 'account.email-taken')) return { email: error.message, ...error.fields }
  if (isRefusal(error, 'account.password-weak')) return { password: error.message, ...error.fields }
  return isRefusal(error, 'request.invalid', 'account.phone-invalid') ? error.fields : {}
}
