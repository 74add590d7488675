import { useMutation } from '@tanstack/react-query'
import { forgetPersonalData, queryClient } from '../../app/query-client.ts'
import { api, isRefusal } from '../../lib/api.ts'
import { forgetAccount } from '../../lib/device-account.ts'
import { forgetDeviceKeys } from '../../lib/device-key.ts'

/** Ends the session. With `forget` the browser also drops its keys and the account's name. */
export function useSignOut() {
  return useMutation({
    mutationFn: async ({ forget }: { forget: boolean }) => {
      await endSession()
      if (!forget) return
      forgetAccount()
      await forgetDeviceKeys()
    },
    onSuccess: () => {
      forgetPersonalData()
      queryClient.setQueryData(['me'], null)
    },
  })
}

async function endSession(): Promise<void> {
  try {
    await api('DELETE', '/api/sessions/current')
  } catch (error) {
    // It had ended already: that is what was asked for.
    if (!isRefusal(error, 'session.none')) throw error
  }
}
