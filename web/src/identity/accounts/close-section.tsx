import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ProveSheet } from '#web/identity/security/prove-sheet.tsx'
import { SecurityRow } from '#web/identity/security/security-row.tsx'
import { useReauthentication } from '#web/identity/security/use-reauthentication.tsx'
import { api } from '#web/lib/api.ts'
import { forgetDevice } from '#web/lib/device-account.ts'
import { forgetDeviceKeys } from '#web/lib/device-key.ts'
import { signOutByChoice } from '#web/lib/query-client.ts'
import { Link, useNavigate } from '#web/lib/routing.tsx'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'

const PURPOSE = 'to close your account'

/** Closes an account: says what happens to its money and what stays, and asks. */
export function CloseSection() {
  const navigate = useNavigate()
  const fresh = useReauthentication()
  const [asking, setAsking] = useState(false)

  async function leave(): Promise<void> {
    forgetDevice()
    // A browser that keeps nothing has nothing to forget.
    await forgetDeviceKeys().catch(() => undefined)
    navigate('/', { replace: true })
    signOutByChoice()
    showToast('Your account is closed', { tone: 'good', text: 'You are signed out everywhere.' })
  }

  return (
    <SecurityRow id="close" title="Close account" icon={Trash2}>
      <p className="text-small text-ink-2">
        You can close your account once your wallet is empty and every payment is final. Send your money to your bank
        first.
      </p>
      <Button tone="danger" wide onClick={() => fresh.whenFresh(PURPOSE, () => setAsking(true))}>
        Close my account
      </Button>
      {fresh.sheet}
      {asking ? (
        <ProveSheet
          title="Close my account"
          purpose="close"
          doing="Closing…"
          send={async (body) => {
            try {
              await api('DELETE', '/api/me', body)
            } catch (error) {
              if (!fresh.askedAgain(error, PURPOSE, () => setAsking(true))) throw error
              setAsking(false)
              return
            }
            await leave()
          }}
          onClose={() => setAsking(false)}
        >
          <p className="text-ink-2">
            You will be signed out everywhere and cannot sign in again. This cannot be undone. Your name, email, PIN,
            passkeys, picture and customers are deleted. Payments, your agreement to them, deposits and your messages to
            support stay:{' '}
            <Link to="/privacy#after-closing" className="font-semibold text-brand underline">
              what stays, and why
            </Link>
            .
          </p>
        </ProveSheet>
      ) : null}
    </SecurityRow>
  )
}
