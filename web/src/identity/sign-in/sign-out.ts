import { useMutation } from '@tanstack/react-query'
import { SESSION_LOCK_MS } from '#contract/constants.ts'
import { api, isRefusal, UnansweredError } from '#web/lib/api.ts'
import { forgetDevice } from '#web/lib/device-account.ts'
import { forgetDeviceKeys } from '#web/lib/device-key.ts'
import { endPushHere } from '#web/lib/end-push.ts'
import { clearCache } from '#web/lib/offline-cache.ts'
import { setPendingSignOut } from '#web/lib/pending-sign-out.ts'
import { signOutByChoice } from '#web/lib/query-client.ts'
import { useNavigate } from '#web/lib/routing.tsx'
import { showToast } from '#web/ui/toast.ts'

/**
 * Ends the session. With `forget` the browser also drops its keys. Without a network this device
 * forgets at once, and the server is notified first thing once it is reachable. Then it leads to the welcome page.
 */
export function useSignOut() {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async ({ forget }: { forget: boolean }) => {
      // Before the answer, which may take long on a bad line.
      clearCache()
      endPushHere()
      const told = await endSession()
      if (forget) {
        forgetDevice()
        // A browser that keeps nothing has nothing to forget.
        await forgetDeviceKeys().catch(() => undefined)
      }
      return { told }
    },
    onSuccess: ({ told }) => {
      navigate('/', { replace: true })
      signOutByChoice()
      if (!told) showToast('Logged out on this device', { text: TOLD_LATER, durationMs: null })
    },
  })
}

const TOLD_LATER = `We could not reach Jara. Your session locks automatically within ${SESSION_LOCK_MS / 60_000} minutes, and ends when this device connects again.`

/** Whether the server knows now. */
async function endSession(): Promise<boolean> {
  try {
    await api('DELETE', '/api/sessions/current')
  } catch (error) {
    if (error instanceof UnansweredError) {
      setPendingSignOut('sign-out')
      return false
    }
    // The session had ended already, which is the goal.
    if (!isRefusal(error, 'session.none')) throw error
  }
  return true
}
