import type { ReactNode, SyntheticEvent } from 'react'
import { formatNairaShort, naira } from '#contract/money.ts'
import { Field } from './field.tsx'
import { useIsFrame } from './frame.ts'
import { groupTyped } from './naira-typing.ts'

type NairaFieldProps = {
  label: string
  /** The text as it is shown, `1,500`: it becomes kobo when the form is checked. */
  value: string
  onChange: (value: string) => void
  /** Beside the label. */
  aside?: ReactNode
  hint?: string | undefined
  error: string | undefined
  usual?: UsualAmounts
}

/** Amounts that a tap fills in. Whole naira, the smallest first. */
type UsualAmounts = {
  readonly naira: readonly number[]
  readonly onChoose: (amount: string) => void
}

/** The one field for an amount in naira: grouped while it is typed, its limit below it, usual amounts a tap away. */
export function NairaField({ label, value, onChange, aside, hint, error, usual }: NairaFieldProps) {
  function regroup({ currentTarget: input, nativeEvent }: SyntheticEvent<HTMLInputElement>) {
    // Text that is still being composed belongs to the keyboard.
    if ('isComposing' in nativeEvent && nativeEvent.isComposing === true) return onChange(input.value)
    const forward = 'inputType' in nativeEvent && nativeEvent.inputType === 'deleteContentForward'
    const { text, caret } = groupTyped({
      before: value,
      typed: input.value,
      caret: input.selectionStart ?? input.value.length,
      forward,
    })
    // Set before React sets it: if React finds the value there already, it leaves the caret alone.
    input.value = text
    input.setSelectionRange(caret, caret)
    onChange(text)
  }
  const field = (
    <Field
      label={label}
      aside={aside}
      lead="₦"
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={regroup}
      onCompositionEnd={regroup}
      hint={hint}
      error={error}
    />
  )
  if (usual === undefined) return field
  return (
    <div className="flex flex-col gap-2">
      {field}
      <ul aria-label="Quick picks" className="grid grid-cols-[repeat(auto-fit,minmax(min(4rem,100%),1fr))] gap-2">
        {usual.naira.map((amount) => (
          <li key={amount}>
            <UsualAmount text={formatNairaShort(naira(amount))} usual={usual} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function UsualAmount({ text, usual: { onChoose } }: { text: string; usual: UsualAmounts }) {
  const isFrame = useIsFrame()
  return (
    <button
      type="button"
      onClick={() => onChoose(text.replace('₦', ''))}
      className="box min-h-12 w-full rounded-control bg-surface font-head text-[0.9375rem] font-semibold whitespace-nowrap tabular active:bg-tint"
    >
      {isFrame ? '\u00a0' : text}
    </button>
  )
}
