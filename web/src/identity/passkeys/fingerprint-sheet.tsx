import { Link } from '#web/lib/routing.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

/** Why no sensor can be asked: the browser cannot, there is no passkey yet, or there is one already. */
export type NoFingerprint = 'browser' | 'no-passkey' | 'have-one'

/** Says why the fingerprint key cannot work here. It never pretends to scan. */
export function FingerprintSheet({ why, onClose }: { why: NoFingerprint; onClose: () => void }) {
  return (
    <Sheet title="Fingerprint" onClose={onClose}>
      <div className="flex flex-col gap-3 pt-1 text-ink-2">
        {why === 'browser' ? (
          <p>
            This browser cannot ask for your fingerprint, your face or your screen lock. Your PIN does the same here. A
            newer browser on your phone can do it.
          </p>
        ) : null}
        {why === 'no-passkey' ? (
          <>
            <p>
              Your account has no passkey yet. With one, your fingerprint, your face or your screen lock opens Jara and
              approves payments. It stays on your device: Jara never sees it.
            </p>
            <p>Enter your PIN, then add a passkey under Security.</p>
            <Link
              to="/security#passkeys"
              onClick={onClose}
              className="flex min-h-12 items-center font-semibold text-brand underline"
            >
              Go to Security after my PIN
            </Link>
          </>
        ) : null}
        {why === 'have-one' ? (
          <p>Your account already has a passkey. You can see it, and add another one, under Security.</p>
        ) : null}
        <Button wide onClick={onClose}>
          OK
        </Button>
      </div>
    </Sheet>
  )
}
