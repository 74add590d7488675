import { ChevronDown } from 'lucide-react'
import type { SelectHTMLAttributes } from 'react'

type SelectProps<Value extends string> = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange'> & {
  value: Value | null
  /** The options, in order. */
  options: readonly { readonly value: Value; readonly name: string }[]
  /** The placeholder while nothing is chosen. Absent: something always is. */
  nothing?: string
  onChoose: (value: Value | null) => void
  isWrong?: boolean
}

/** The browser's own list of choices. It is named by a label for its `id`, or by `aria-label`. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, options, nothing, onChoose, isWrong = false, ...select } = props
  return (
    <span
      data-toast-avoid="focus"
      className={`box relative flex items-center rounded-control bg-surface ${isWrong ? 'box-wrong' : ''}`}
    >
      <select
        {...select}
        value={value ?? ''}
        aria-invalid={isWrong ? true : undefined}
        onChange={({ target }) => onChoose(options.find((each) => each.value === target.value)?.value ?? null)}
        className="min-h-14 w-full appearance-none rounded-control bg-transparent pr-10 pl-3.5 outline-none"
      >
        {nothing === undefined ? null : <option value="">{nothing}</option>}
        {options.map((each) => (
          <option key={each.value} value={each.value}>
            {each.name}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden size={20} className="pointer-events-none absolute right-3 text-ink-3" />
    </span>
  )
}
