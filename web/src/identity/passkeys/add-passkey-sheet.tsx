import { type FormEvent, useEffect, useState } from 'react'
import { PASSKEY_NAME_MAX_LENGTH } from '#contract/constants.ts'
import { useReauthentication } from '#web/identity/security/use-reauthentication.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { showToast } from '#web/ui/toast.ts'
import { fetchCeremony } from './ceremony.ts'
import { useAddPasskey } from './get-passkeys.ts'
import { NotAdded } from './offer-passkey-sheet.tsx'

/** Adds a passkey under a name of the person's own. Opened after a fresh sign-in. */
export function AddPasskeySheet({ onClose }: { onClose: () => void }) {
  const add = useAddPasskey()
  const fresh = useReauthentication()
  const [name, setName] = useState('')
  useEffect(fetchCeremony, [])

  function start() {
    add.mutate(name.trim() === '' ? null : name, {
      onSuccess: ({ passkey }) => {
        showToast('Passkey added', { tone: 'good', text: passkey.name })
        onClose()
      },
      onError: (error) => {
        if (fresh.askedAgain(error, 'to add a passkey', start)) add.reset()
      },
    })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    start()
  }

  return (
    <>
      <Sheet title="Add a passkey" onClose={onClose} busy={add.isPending}>
        <form onSubmit={submit} className="flex flex-col gap-4 pt-1">
          <p className="text-ink-2">
            Your browser asks where to save it, and your device asks for your fingerprint, your face or your screen
            lock.
          </p>
          <Field
            label="Name"
            autoComplete="off"
            maxLength={PASSKEY_NAME_MAX_LENGTH}
            value={name}
            onChange={(event) => setName(event.target.value)}
            hint="For example: My phone. If you leave it empty, we use the name of this browser."
          />
          {add.isError ? <NotAdded error={add.error} /> : null}
          <Button type="submit" wide busy={add.isPending && 'Waiting for your device…'}>
            Continue
          </Button>
        </form>
      </Sheet>
      {fresh.sheet}
    </>
  )
}
