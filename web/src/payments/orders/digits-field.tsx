import { type InputHTMLAttributes, useState } from 'react'
import { groupedDigits, onlyNumberIn } from '#contract/typed.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'

type DigitsFieldProps = Pick<InputHTMLAttributes<HTMLInputElement>, 'placeholder'> & {
  label: string
  /** Its digits; '' while there are none, or while more than digits stands in the field. */
  number: string
  onChange: (digits: string) => void
  error?: string | undefined
}

/**
 * A field for a number that consists of digits. Whatever is typed or pasted stays whole: a digit that is cut off makes it the number of a
 * stranger, and so does one that is picked out of a sentence. A text with more than digits is no number until its owner says which.
 */
export function DigitsField({ number, onChange, error, ...of }: DigitsFieldProps) {
  const [unread, setUnread] = useState<string | null>(null)
  const isUnread = unread !== null && number === ''
  const offered = isUnread ? onlyNumberIn(unread) : null

  function read(text: string) {
    // The signs of a phone number stand in none of another kind: its digits are counted, and are too many.
    const digits = text.trim() === '' ? '' : groupedDigits(text.replace(/[+()]/g, ' '))
    setUnread(digits === null ? text : null)
    onChange(digits ?? '')
  }

  return (
    <div className="flex flex-col gap-2">
      <Field
        {...of}
        inputMode="numeric"
        autoComplete="off"
        value={isUnread ? unread : number}
        onChange={(event) => read(event.target.value)}
        error={isUnread ? 'Only digits belong here. Delete everything else.' : error}
      />
      {offered === null ? null : (
        <div>
          <Button tone="quiet" slim onClick={() => read(offered)}>
            Use {offered}
          </Button>
        </div>
      )}
    </div>
  )
}
