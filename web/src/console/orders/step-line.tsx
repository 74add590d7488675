import { Check, Clock, Undo2, X } from 'lucide-react'
import type { Step } from './steps.ts'

const ICONS = { done: Check, now: Clock, back: Undo2, failed: X, next: null } as const

/** Each state in words, for screen readers. */
const SAID: Readonly<Record<Step['look'], string>> = {
  done: 'done',
  now: 'now',
  back: 'came back',
  failed: 'failed',
  next: 'to come',
}

/** A payment's progress as a row of steps. */
export function StepLine({ steps }: { steps: readonly Step[] }) {
  if (steps.length === 0) return null
  return (
    <ol aria-label="Progress" className="steps rounded-tile bg-surface text-small shadow-lift forced-colors:border">
      {steps.map(({ name, note, look }) => {
        const Icon = ICONS[look]
        return (
          <li key={name} className={look}>
            <span aria-hidden className="dot">
              {Icon === null ? null : <Icon size={16} strokeWidth={3} />}
            </span>
            <span className="min-w-0 wrap-anywhere">
              <span className={`block ${look === 'now' ? 'font-semibold' : ''}`}>
                {name}
                <span className="sr-only">: {SAID[look]}</span>
              </span>
              {note === null ? null : <span className="block text-caption text-ink-3 tabular">{note}</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
