import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { OpenBody, OpenedAnswer } from '#contract/console/customers.ts'
import {
  CUSTOMER_OPEN_MS,
  mayGiveReason,
  REASON_HEADINGS,
  REASON_WORDS_MAX_LENGTH,
  REASON_WORDS_MIN_LENGTH,
  REASONS,
  type ReasonHeading,
  WITHHELD_REASON,
} from '#contract/console/reasons.ts'
import type { Role } from '#contract/console/roles.ts'
import { call } from '#web/console/call.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Field, LabelledField } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

type ReasonSheetProps = {
  readonly customerId: string
  readonly role: Role
  readonly onClose: () => void
  readonly onOpened: () => void
}

/** Why an operator wants to see one customer's personal data. */
export function ReasonSheet({ customerId, role, onClose, onOpened }: ReasonSheetProps) {
  const [heading, setHeading] = useState<ReasonHeading | null>(null)
  const [words, setWords] = useState('')
  const [withheld, setWithheld] = useState(false)
  const id = useId()
  const open = useMutation({
    mutationFn: async (body: OpenBody) =>
      await call<OpenedAnswer>('POST', `/api/admin/customers/${customerId}/open`, body),
    onSuccess: onOpened,
  })
  const offered = REASON_HEADINGS.filter((each) => mayGiveReason(role, each))
  const mayWithhold = heading === WITHHELD_REASON

  function submit(event: FormEvent) {
    event.preventDefault()
    if (heading !== null) open.mutate({ heading, words, withheld: withheld && mayWithhold })
  }

  return (
    <Sheet title="Why do you need this?" onClose={onClose} busy={open.isPending}>
      <form onSubmit={submit} className="flex flex-col gap-4 pt-2">
        <p className="text-ink-2">
          The reason opens this customer for you for {CUSTOMER_OPEN_MS / 60_000} minutes, or until you log out. It is
          recorded.{' '}
          {withheld && mayWithhold
            ? 'The customer does not see it.'
            : 'The customer sees your role, the time and the heading, not what you write.'}
        </p>
        <LabelledField id={id} label="Heading">
          <Select
            id={id}
            required
            value={heading}
            options={offered.map((value) => ({ value, name: REASONS[value].name }))}
            nothing="Choose what the customer reads"
            onChoose={setHeading}
          />
        </LabelledField>
        <Field
          label="Case number, or why"
          required
          autoComplete="off"
          minLength={REASON_WORDS_MIN_LENGTH}
          maxLength={REASON_WORDS_MAX_LENGTH}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        {mayWithhold ? (
          <label className="flex min-h-12 items-center gap-3">
            <input
              type="checkbox"
              className="size-6 accent-brand"
              checked={withheld}
              onChange={({ target }) => setWithheld(target.checked)}
            />
            The law forbids us to tell the customer
          </label>
        ) : null}
        <ErrorNotice error={open.error} />
        <Button type="submit" wide busy={open.isPending && 'One moment…'}>
          Open for {CUSTOMER_OPEN_MS / 60_000} minutes
        </Button>
      </form>
    </Sheet>
  )
}
