import { useState } from 'react'
import type { PassphraseBody } from '#contract/console/access.ts'
import { NewPassphraseFields } from '#web/console/operators/new-passphrase-fields.tsx'
import { ProposeSheet } from '#web/console/propose-sheet.tsx'
import { PresentPassphraseField } from './present-passphrase-field.tsx'

/** Changes the passphrase, with the present one and a passkey. */
export function PassphraseSheet({ onClose, onDone }: { readonly onClose: () => void; readonly onDone: () => void }) {
  const [present, setPresent] = useState('')
  const [next, setNext] = useState('')
  const [again, setAgain] = useState('')
  return (
    <ProposeSheet<void>
      title="Change the passphrase"
      path="/api/admin/access/passphrase"
      body={() => ({ present, next }) satisfies PassphraseBody}
      blocked={again !== next}
      onClose={onClose}
      onDone={onDone}
    >
      <PresentPassphraseField passphrase={present} onChange={setPresent} />
      <NewPassphraseFields
        label="New passphrase"
        passphrase={next}
        again={again}
        onChange={setNext}
        onAgain={setAgain}
      />
    </ProposeSheet>
  )
}
