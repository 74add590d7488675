import { useCallback, useEffect, useRef, useState } from 'react'
import { PASSKEY_CEREMONY_MS } from '#contract/constants.ts'
import type { PasskeyUnlockBody, UnlockOptions } from '#contract/passkeys.ts'
import { readMeAnew } from '#web/identity/accounts/get-me.ts'
import { api, messageOf } from '#web/lib/api.ts'
import { dismissToast, showToast } from '#web/ui/toast.ts'
import { askForPasskey, CeremonyError, endCeremony, fetchCeremony } from './ceremony.ts'

/**
 * Opens the locked session with a passkey, for an account that has one. A toast says what is really happening: the
 * browser waits for the sensor, the server checks, the session is open. `running` from the tap to the end.
 */
export function useFingerprint({ hasPasskey }: { hasPasskey: boolean }) {
  const [running, setRunning] = useState(false)
  const waiting = useRef(false)
  const toastId = useRef(0)
  useEffect(() => {
    if (hasPasskey) fetchCeremony()
  }, [hasPasskey])
  useEffect(
    () => () => {
      if (!waiting.current) return
      dismissToast(toastId.current)
      void endCeremony().catch(() => undefined)
    },
    [],
  )

  const tell = useCallback((title: string, more: Parameters<typeof showToast>[1] = {}) => {
    dismissToast(toastId.current)
    toastId.current = showToast(title, more)
  }, [])

  async function unlock(): Promise<void> {
    setRunning(true)
    try {
      const { challenge, options } = await api<UnlockOptions>('POST', '/api/passkeys/unlock/options')
      tell('Waiting for the sensor…', { durationMs: PASSKEY_CEREMONY_MS })
      waiting.current = true
      const passkey = await askForPasskey(options).finally(() => {
        waiting.current = false
      })
      tell('Checking…', { durationMs: PASSKEY_CEREMONY_MS })
      await api('POST', '/api/passkeys/unlock', { challenge, passkey } satisfies PasskeyUnlockBody)
      tell('Done', { tone: 'good' })
      await readMeAnew()
    } catch (error) {
      if (error instanceof CeremonyError && error.isOurs) return
      const more = error instanceof CeremonyError ? { text: 'Nothing was unlocked. Try again, or enter your PIN.' } : {}
      tell(messageOf(error), { tone: 'bad', ...more })
    } finally {
      setRunning(false)
    }
  }

  return { running, unlock }
}
