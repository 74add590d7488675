import { ChevronRight, FingerprintPattern, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { PASSKEYS_MAX } from '#contract/constants.ts'
import type { Passkey } from '#contract/passkeys.ts'
import { useFactors } from '#web/identity/mfa/get-factors.ts'
import { lastUsedText } from '#web/identity/security/last-used-text.ts'
import { onOrOff, SecurityRow } from '#web/identity/security/security-row.tsx'
import { useReauthentication } from '#web/identity/security/use-reauthentication.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadingOrFailed } from '#web/ui/load-failed.tsx'
import { AddPasskeySheet } from './add-passkey-sheet.tsx'
import { browserHasPasskeys } from './ceremony.ts'
import { usePasskeys } from './get-passkeys.ts'
import { PasskeySheet } from './passkey-sheet.tsx'

export function PasskeysSection() {
  const { data: factors } = useFactors()
  const { data, error, refetch } = usePasskeys()
  const fresh = useReauthentication()
  const [adding, setAdding] = useState(false)
  const [openId, setOpenId] = useState<string | null>(null)
  const open = data?.passkeys.find(({ id }) => id === openId)
  const isFull = (data?.passkeys.length ?? 0) >= PASSKEYS_MAX

  return (
    <SecurityRow
      id="passkeys"
      title="Passkeys"
      text="Fingerprint, face or screen lock"
      icon={FingerprintPattern}
      state={factors === undefined ? null : onOrOff(factors.passkeys > 0)}
    >
      <p className="text-small text-ink-2">
        A passkey opens Jara and approves payments with your fingerprint, your face or your screen lock. These never
        leave your device.
      </p>
      {data === undefined ? (
        <LoadingOrFailed error={error} onTryAgain={refetch} loading="Loading your passkeys…" />
      ) : null}
      {data?.passkeys.length === 0 ? <p className="text-small font-medium">You have no passkey yet.</p> : null}
      {data === undefined || data.passkeys.length === 0 ? null : (
        <ul className="-mx-4 border-y border-line">
          {data.passkeys.map((passkey) => (
            <li key={passkey.id} className="border-b border-line last:border-b-0">
              <PasskeyRow passkey={passkey} onOpen={() => setOpenId(passkey.id)} />
            </li>
          ))}
        </ul>
      )}
      {browserHasPasskeys() ? (
        <Button
          tone="quiet"
          wide
          disabled={isFull}
          onClick={() => fresh.whenFresh('to add a passkey', () => setAdding(true))}
        >
          Add a passkey
        </Button>
      ) : (
        <p className="text-small text-ink-2">This browser cannot make passkeys. A newer browser on your phone can.</p>
      )}
      {isFull ? (
        <p className="text-small text-ink-2">
          You have {PASSKEYS_MAX} passkeys, the most allowed. Remove one to add another.
        </p>
      ) : null}
      {fresh.sheet}
      {adding ? <AddPasskeySheet onClose={() => setAdding(false)} /> : null}
      {open === undefined ? null : <PasskeySheet key={open.id} passkey={open} onClose={() => setOpenId(null)} />}
    </SecurityRow>
  )
}

function PasskeyRow({ passkey, onOpen }: { passkey: Passkey; onOpen: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="flex min-h-16 w-full items-center gap-3 px-4 py-2 text-left -outline-offset-3"
    >
      <KeyRound aria-hidden size={20} className="shrink-0 text-brand" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium wrap-anywhere">{passkey.name}</span>
        <span className="block text-caption text-ink-3">{lastUsedText(passkey)}</span>
      </span>
      <ChevronRight aria-hidden size={20} className="shrink-0 text-ink-3" />
    </button>
  )
}
