import { useState } from 'react'
import type { OwnLinkBody, OwnLinkMade } from '#contract/console/access.ts'
import { ProposeSheet } from '#web/console/propose-sheet.tsx'
import { PresentPassphraseField } from './present-passphrase-field.tsx'

type AddPasskeySheetProps = {
  /** Whether another operator has to confirm it. */
  readonly waits: boolean
  readonly onClose: () => void
  readonly onDone: (address: string) => void
}

/** Makes the link that enrols another passkey, with the passphrase and a passkey. */
export function AddPasskeySheet({ waits, onClose, onDone }: AddPasskeySheetProps) {
  const [passphrase, setPassphrase] = useState('')
  return (
    <ProposeSheet<OwnLinkMade>
      title="Add a passkey"
      path="/api/admin/access/link"
      body={() => ({ passphrase }) satisfies OwnLinkBody}
      onClose={onClose}
      onDone={({ address }) => onDone(address)}
    >
      <p className="text-ink-2">
        You get a link. Open it on the device you want the passkey on.{' '}
        {waits ? 'Another operator has to confirm the passkey.' : 'The passkey then signs you in at once.'}
      </p>
      <PresentPassphraseField passphrase={passphrase} onChange={setPassphrase} />
    </ProposeSheet>
  )
}
