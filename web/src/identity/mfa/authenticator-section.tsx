import { Smartphone } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { STRONG_DAY_KOBO, STRONG_NEW_RECIPIENT_KOBO } from '#contract/constants.ts'
import type { AuthenticatorOffer } from '#contract/factors.ts'
import { formatNairaShort } from '#contract/money.ts'
import { formatMoment } from '#contract/time.ts'
import { RemoveProofSheet } from '#web/identity/security/remove-proof-sheet.tsx'
import { onOrOff, SecurityRow } from '#web/identity/security/security-row.tsx'
import { useReauthentication } from '#web/identity/security/use-reauthentication.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { showToast } from '#web/ui/toast.ts'
import { FactorsLoadingOrFailed } from './factors-loading-or-failed.tsx'
import { useFactors, useOfferAuthenticator, useRemoveAuthenticator } from './get-factors.ts'

// The code that draws QR codes is fetched only when an app is added.
const AuthenticatorSheet = lazy(() => import('./authenticator-sheet.tsx'))
const RecoveryCodesSheet = lazy(() => import('./recovery-codes-sheet.tsx'))

const ADDING = 'to add an authenticator app'

/** An app that shows codes: a second proof for accounts and phones without a passkey. */
export function AuthenticatorSection() {
  const { data: factors } = useFactors()
  const fresh = useReauthentication()
  const offer = useOfferAuthenticator()
  const [offered, setOffered] = useState<AuthenticatorOffer | null>(null)
  const [removing, setRemoving] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)

  function start() {
    offer.mutate(undefined, {
      onSuccess: setOffered,
      onError: (error) => {
        if (fresh.askedAgain(error, ADDING, start)) offer.reset()
      },
    })
  }

  return (
    <SecurityRow
      id="authenticator"
      title="Authenticator app"
      icon={Smartphone}
      state={factors === undefined ? null : onOrOff(factors.authenticator !== null)}
    >
      <p className="text-small text-ink-2">
        An app on your phone shows a new code every 30 seconds. With a passkey or an app, every sign-in with your
        password needs one of them, and so does a transfer above {formatNairaShort(STRONG_NEW_RECIPIENT_KOBO)} to
        somebody new or above {formatNairaShort(STRONG_DAY_KOBO)} in a day.
      </p>
      <FactorsLoadingOrFailed />
      {factors?.authenticator === null ? (
        <Button tone="quiet" wide busy={offer.isPending && 'Preparing…'} onClick={() => fresh.whenFresh(ADDING, start)}>
          Add an authenticator app
        </Button>
      ) : null}
      <ErrorNotice error={offer.error} />
      {factors?.authenticator == null ? null : (
        <>
          <p className="text-small font-medium">In use since {formatMoment(factors.authenticator.addedAt)}</p>
          <Button tone="danger" wide onClick={() => setRemoving(true)}>
            Remove the app
          </Button>
        </>
      )}
      {fresh.sheet}
      {removing ? <RemoveSheet onClose={() => setRemoving(false)} /> : null}
      <Suspense>
        {offered === null ? null : (
          <AuthenticatorSheet
            offer={offered}
            onAdded={(made) => {
              setOffered(null)
              setCodes(made)
              showToast('Authenticator app added', { tone: 'good' })
            }}
            onClose={() => setOffered(null)}
          />
        )}
        {codes === null ? null : <RecoveryCodesSheet codes={codes} onKept={() => setCodes(null)} />}
      </Suspense>
    </SecurityRow>
  )
}

function RemoveSheet({ onClose }: { onClose: () => void }) {
  return (
    <RemoveProofSheet
      title="Remove the app?"
      purpose="to remove the app"
      removed="Authenticator app removed"
      remove={useRemoveAuthenticator()}
      onClose={onClose}
    >
      Its codes will no longer sign you in or approve payments. Without a passkey, a new device then needs a code that
      we send by email. Delete the entry in the app too.
    </RemoveProofSheet>
  )
}
