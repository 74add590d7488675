import { useId } from 'react'
import { FieldNote } from './field.tsx'

type SwitchProps = {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  /** It shows the new choice, dimmed, until the server has answered. */
  saving?: boolean
  hint?: string
}

/** On or off, at once: a native checkbox drawn as a switch, with its label in front of it. */
export function Switch({ label, isOn, onChange, saving = false, hint }: SwitchProps) {
  const id = useId()
  return (
    <div>
      <label className="flex min-h-12 cursor-pointer items-center justify-between gap-3 font-medium">
        <span className="min-w-0 wrap-anywhere">{label}</span>
        <input
          type="checkbox"
          role="switch"
          checked={isOn}
          aria-checked={isOn}
          aria-busy={saving}
          aria-describedby={hint === undefined ? undefined : id}
          onChange={(event) => onChange(event.target.checked)}
          className={`relative h-[28px] w-[48px] shrink-0 cursor-pointer appearance-none rounded-control border-2 border-control bg-surface before:absolute before:top-[3px] before:left-[3px] before:size-[18px] before:rounded-chip before:bg-control before:transition-[left] before:duration-120 checked:border-brand checked:bg-brand checked:before:left-[23px] checked:before:bg-on-brand forced-colors:appearance-auto forced-colors:before:hidden ${saving ? 'opacity-60' : ''}`}
        />
      </label>
      {hint === undefined ? null : (
        <FieldNote id={id} error={false}>
          {hint}
        </FieldNote>
      )}
    </div>
  )
}
