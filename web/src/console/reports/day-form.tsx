import { useState } from 'react'
import { DAY_MS } from '#contract/time.ts'
import { serverDay } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'

/** The day of a report. A date is incomplete while it is being typed, so it counts once it is submitted. */
export function DayForm({ day, onChoose }: { day: string; onChoose: (day: string) => void }) {
  const [typed, setTyped] = useState(day)
  const today = serverDay()
  const next = dayAfter(day, 1)
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (typed !== '') onChoose(typed)
      }}
    >
      <div className="min-w-[min(10rem,100%)] flex-1 sm:max-w-56">
        <Field
          label="Day in Lagos"
          type="date"
          required
          value={typed}
          max={today}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <Button type="submit">Show</Button>
      <Button tone="plain" onClick={() => onChoose(dayAfter(day, -1) ?? today)}>
        Day before
      </Button>
      <Button tone="plain" disabled={next === null || next > today} onClick={() => onChoose(next ?? today)}>
        Day after
      </Button>
    </form>
  )
}

/** The day this many days later, `2026-11-22`; null for an invalid day. */
function dayAfter(day: string, days: number): string | null {
  const at = new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS)
  return Number.isNaN(at.getTime()) ? null : at.toISOString().slice(0, 10)
}
