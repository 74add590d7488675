import { type FormEvent, useState } from 'react'
import { PASSKEY_NAME_MAX_LENGTH } from '#contract/constants.ts'
import type { Passkey } from '#contract/passkeys.ts'
import { formatMoment } from '#contract/time.ts'
import { lastUsedText } from '#web/identity/security/last-used-text.ts'
import { RemoveProofSheet } from '#web/identity/security/remove-proof-sheet.tsx'
import { messageOf } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useRemovePasskey, useRenamePasskey } from './get-passkeys.ts'

/** One passkey: its details, and the ways to rename or remove it. */
export function PasskeySheet({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [removing, setRemoving] = useState(false)
  return removing ? (
    <RemoveSheet passkey={passkey} onClose={onClose} />
  ) : (
    <DetailsSheet passkey={passkey} onRemove={() => setRemoving(true)} onClose={onClose} />
  )
}

type DetailsSheetProps = { passkey: Passkey; onRemove: () => void; onClose: () => void }

function DetailsSheet({ passkey, onRemove, onClose }: DetailsSheetProps) {
  const rename = useRenamePasskey()
  const [name, setName] = useState(passkey.name)

  function submit(event: FormEvent) {
    event.preventDefault()
    rename.mutate(
      { id: passkey.id, name },
      {
        onSuccess: () => {
          showToast('Passkey renamed', { tone: 'good' })
          onClose()
        },
      },
    )
  }

  return (
    <Sheet title={passkey.name} onClose={onClose} busy={rename.isPending}>
      <form onSubmit={submit} className="flex flex-col gap-4 pt-1">
        <div className="text-small text-ink-2">
          <p>Added {formatMoment(passkey.createdAt)}</p>
          <p>{lastUsedText(passkey)}</p>
          {passkey.backedUp ? <p>Also on your other devices that share it.</p> : null}
        </div>
        <Field
          label="Name"
          autoComplete="off"
          maxLength={PASSKEY_NAME_MAX_LENGTH}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={rename.isError ? messageOf(rename.error) : undefined}
        />
        <Button type="submit" wide busy={rename.isPending && 'Saving…'} disabled={name === passkey.name}>
          Save name
        </Button>
        <Button tone="danger" wide disabled={rename.isPending} onClick={onRemove}>
          Remove passkey
        </Button>
      </form>
    </Sheet>
  )
}

function RemoveSheet({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  return (
    <RemoveProofSheet
      title="Remove this passkey?"
      purpose="to remove a passkey"
      removed="Passkey removed"
      remove={useRemovePasskey(passkey.id)}
      onClose={onClose}
    >
      {passkey.name} will no longer sign you in or approve payments. Your PIN and your other passkeys stay. Your device
      may still show it: delete it in your device’s settings too.
    </RemoveProofSheet>
  )
}
