import { messageOf } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { showToast } from '#web/ui/toast.ts'
import { CeremonyError } from './ceremony.ts'
import { useAddPasskey } from './get-passkeys.ts'

/** Offered after the PIN was set: a passkey, or not now. Either continues. */
export function OfferPasskeySheet({ onDone }: { onDone: () => void }) {
  const add = useAddPasskey()

  function start() {
    add.mutate(null, {
      onSuccess: () => {
        showToast('Passkey added', { tone: 'good', text: 'Recovery codes can be made under Security.' })
        onDone()
      },
    })
  }

  return (
    <Sheet title="Unlock with your fingerprint or face next time?" onClose={onDone} busy={add.isPending}>
      <div className="flex flex-col gap-3 pt-1">
        <p className="text-ink-2">
          Your device keeps a passkey behind your fingerprint, your face or your screen lock. It opens Jara and approves
          payments in place of your PIN. What your finger or face looks like never leaves your device.
        </p>
        {add.isError ? <NotAdded error={add.error} /> : null}
        <Button wide busy={add.isPending && 'Waiting for your device…'} onClick={start}>
          Add a passkey
        </Button>
        <Button tone="quiet" wide disabled={add.isPending} onClick={onDone}>
          Not now
        </Button>
      </div>
    </Sheet>
  )
}

/** Why no passkey was added. Nothing else has changed. */
export function NotAdded({ error }: { error: unknown }) {
  return (
    <Notice tone="bad" role="alert">
      <p>{messageOf(error)}</p>
      {error instanceof CeremonyError ? <p>No passkey was added.</p> : null}
    </Notice>
  )
}
