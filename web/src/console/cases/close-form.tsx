import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { CASE_OUTCOMES, type CaseOutcome } from '#contract/console/case-outcomes.ts'
import type { CaseClosingBody } from '#contract/console/cases.ts'
import { call } from '#web/console/call.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Field, LabelledField } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { OUTCOME_NAMES } from './case-words.ts'

const OPTIONS = CASE_OUTCOMES.map((each) => ({ value: each, name: OUTCOME_NAMES[each] }))

/** How it ended and what was done, for other operators. */
export function CloseForm({ path, onMoved }: { readonly path: string; readonly onMoved: () => void }) {
  const id = useId()
  const [outcome, setOutcome] = useState<CaseOutcome | null>(null)
  const [note, setNote] = useState('')
  const close = useMutation({
    mutationFn: async (closing: CaseClosingBody) => await call('POST', `${path}/close`, closing),
    onSuccess: onMoved,
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (outcome !== null) close.mutate({ outcome, note })
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <LabelledField id={id} label="Outcome">
        <Select id={id} required value={outcome} options={OPTIONS} nothing="Choose an outcome" onChoose={setOutcome} />
      </LabelledField>
      <Field
        label="Note"
        hint="For other operators, in the record for good: nothing personal."
        required
        minLength={5}
        maxLength={300}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <ErrorNotice error={close.error} />
      <div>
        <Button type="submit" tone="quiet" busy={close.isPending && 'Closing…'}>
          Close this case
        </Button>
      </div>
    </form>
  )
}
