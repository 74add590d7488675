import { useMutation } from '@tanstack/react-query'
import { api, UnansweredError } from '#web/lib/api.ts'
import { setPendingSignOut } from '#web/lib/pending-sign-out.ts'
import { lockHere } from '#web/lib/query-client.ts'

/**
 * Locks now: the page at once, the session as soon as the server is reachable. The PIN opens both again.
 *
 * @throws ApiError when the server refuses, for example because the session has ended
 */
export async function lockSession(): Promise<void> {
  lockHere()
  try {
    await api('POST', '/api/lock')
  } catch (error) {
    if (!(error instanceof UnansweredError)) throw error
    setPendingSignOut('lock')
  }
}

export function useLockSession() {
  return useMutation({ mutationFn: lockSession })
}
