import { useState } from 'react'
import { END_REVIEW } from '#contract/acts/end-review.ts'
import { REFUND_BPC } from '#contract/acts/refund-bpc.ts'
import { ENDING_REASON_MAX_LENGTH, ENDING_REASON_MIN_LENGTH } from '#contract/console/limits.ts'
import type { Action } from '#contract/console/orders.ts'
import { ProposeSheet } from '#web/console/propose-sheet.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

export type Ending = NonNullable<Action['opens']>

type EndingSheetProps = {
  readonly ending: Ending
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Asks why a manual review or a contradicted order ends, or a BPC is refunded. Another operator confirms it. */
export function EndingSheet({ ending, onClose, onDone }: EndingSheetProps) {
  const [why, setWhy] = useState('')
  const { title, path, label, hint, body } = formOf(ending)
  return (
    <ProposeSheet title={title} path={path} body={() => body(why)} onClose={onClose} onDone={onDone}>
      <TextArea
        label={label}
        hint={hint}
        required
        minLength={ENDING_REASON_MIN_LENGTH}
        maxLength={ENDING_REASON_MAX_LENGTH}
        value={why}
        onChange={({ target }) => setWhy(target.value)}
      />
    </ProposeSheet>
  )
}

function formOf(ending: Ending) {
  const { order } = ending
  if (ending.form === 'refund-bpc')
    return {
      title: 'Refund the BPC',
      path: REFUND_BPC.path,
      label: 'Why it is refunded',
      hint: 'Operators read it. It is stored for good, so name no customer.',
      body: (reason: string) => ({ order, reason }),
    }
  const { outcome } = ending
  return {
    title: outcome === 'paid' ? 'End it as paid' : 'End it as not paid',
    path: END_REVIEW.path,
    label: outcome === 'paid' ? 'What proves that it was paid' : 'What proves that it was not paid',
    hint: 'Operators read it. It is stored for good, so name no customer.',
    body: (evidence: string) => ({ order, outcome, evidence }),
  }
}
