import { useState } from 'react'
import { CLOSE_DIFFERENCE } from '#contract/acts/close-difference.ts'
import { ProposeSheet } from '#web/console/propose-sheet.tsx'
import { Field } from '#web/ui/field.tsx'
import { EvidenceField } from './evidence-field.tsx'

type CloseSheetProps = {
  readonly difference: { readonly number: string; readonly kind: string }
  readonly onClose: () => void
  readonly onDone: () => void
}

/** The evidence for a difference. Another operator sees what closing it posts, and confirms it. */
export function CloseSheet({ difference: { number, kind }, onClose, onDone }: CloseSheetProps) {
  const [evidence, setEvidence] = useState('')
  const [reference, setReference] = useState('')
  return (
    <ProposeSheet
      title={`Close difference ${number}`}
      path={CLOSE_DIFFERENCE.path}
      body={() => ({ number, evidence, reference })}
      onClose={onClose}
      onDone={onDone}
    >
      <EvidenceField label="What proves it" value={evidence} onChange={setEvidence} />
      {kind === 'maybe-sent' ? (
        <Field
          label="Reference it was sent under"
          hint="Leave it empty when the provider never had it."
          maxLength={60}
          value={reference}
          onChange={({ target }) => setReference(target.value)}
        />
      ) : null}
    </ProposeSheet>
  )
}
