import { Search } from 'lucide-react'
import { useIsFrame } from './frame.ts'

type SearchFieldProps = {
  label: string
  placeholder: string
  text: string
  maxLength?: number
  onChange: (text: string) => void
}

export function SearchField({ label, text, onChange, ...input }: SearchFieldProps) {
  return (
    <label className="box flex min-h-14 items-center gap-2.5 rounded-control bg-surface px-3.5">
      <Search aria-hidden size={20} className="shrink-0 text-ink-3" />
      <span className="sr-only">{label}</span>
      <input
        {...input}
        readOnly={useIsFrame()}
        type="search"
        value={text}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-12 w-full min-w-0 bg-transparent outline-none placeholder:text-ink-3"
      />
    </label>
  )
}
