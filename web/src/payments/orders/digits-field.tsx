import { type InputHTMLAttributes, useState } from 'react'
import { groupedDigits, onlyNumberIn } from '#contract/typed.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'

type DigitsFieldProps = Pick<InputHTMLAttributes<HTMLInputElement>, 'placeholder'> & {
  label: string
  /** Digits only. Empty while the field holds anything else. */
  number: string
  onChange: (digits: string) => void
  error?: string | undefined
}

/**
 * A field for an account, meter or smartcard number. It keeps pasted text as it is and never extracts digits by itself: a wrong
 * guess would pay a stranger. If the text holds exactly one number, a button offers it.
 */
export function DigitsField({ number, onChange, error, ...of }: DigitsFieldProps) {
  const [refused, setRefused] = useState<string | null>(null)
  const isRefused = refused !== null && number === ''
  const offered = isRefused ? onlyNumberIn(refused) : null

  function read(text: string) {
    // Phone signs are dropped: the caller then reports too many digits.
    const digits = text.trim() === '' ? '' : groupedDigits(text.replace(/[+()]/g, ' '))
    setRefused(digits === null ? text : null)
    onChange(digits ?? '')
  }

  return (
    <div className="flex flex-col gap-2">
      <Field
        {...of}
        inputMode="numeric"
        autoComplete="off"
        value={isRefused ? refused : number}
        onChange={(event) => read(event.target.value)}
        error={isRefused ? 'Enter digits only.' : error}
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
