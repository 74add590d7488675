import { type InputHTMLAttributes, useRef } from 'react'
import { groupedDigits, onlyNumberIn, plainTyped } from '#contract/typed.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { hasOnlyDigits, ONLY_DIGITS } from './digits.ts'

type DigitsFieldProps = Pick<InputHTMLAttributes<HTMLInputElement>, 'placeholder'> & {
  label: string
  /** Digits, or whatever else was typed. */
  number: string
  onChange: (number: string) => void
  /** The number to offer for these digits, or null. */
  offerFor: (digits: string) => string | null
  /** Shown beside an offer with other digits. */
  offerHint?: string
  error?: string | undefined
}

/**
 * A field for an account, meter or smartcard number. It keeps pasted text as it is and never extracts digits by itself:
 * a wrong guess would pay a stranger. If the text holds exactly one number that fits, a button offers it.
 */
export function DigitsField({ number, onChange, offerFor, offerHint, error, ...of }: DigitsFieldProps) {
  const box = useRef<HTMLDivElement>(null)
  const isValid = hasOnlyDigits(number)
  const digits = isValid ? number : onlyNumberIn(number)
  const offered = digits === null ? null : offerFor(digits)

  function take(chosen: string) {
    onChange(chosen)
    // The button disappears and would lose the focus.
    box.current?.querySelector('input')?.focus()
  }

  return (
    <div ref={box} className="flex flex-col gap-2">
      <Field
        {...of}
        inputMode="numeric"
        autoComplete="off"
        value={number}
        onChange={(event) => onChange(readDigits(event.target.value))}
        error={isValid ? error : ONLY_DIGITS}
      />
      <p role="status" className="sr-only">
        {isValid ? '' : ONLY_DIGITS}
      </p>
      {offered === null || offered === number ? null : (
        <div className="flex flex-wrap items-center justify-between gap-2 text-small text-ink-2">
          {offered === digits ? null : <p className="min-w-40 flex-1">{offerHint}</p>}
          <Button tone="quiet" slim onClick={() => take(offered)}>
            <span className="min-w-0">
              Use <span className="inline-block max-w-full break-all">{offered}</span>
            </span>
          </Button>
        </div>
      )}
    </div>
  )
}

/**
 * The digits of a number as people write it, and any other text unchanged. Drops the signs of a phone number, so that
 * the form reports too many digits.
 */
function readDigits(uncheckedText: string): string {
  if (plainTyped(uncheckedText) === '') return ''
  return groupedDigits(uncheckedText.replace(/[+()]/g, ' ')) ?? uncheckedText
}
