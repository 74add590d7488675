import { type FormEvent, useState } from 'react'
import type { AlertPreferences } from '#contract/alert-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Field } from '#web/ui/field.tsx'
import { Section } from '#web/ui/section.tsx'
import { useChangePreferences } from './get-settings.ts'
import { minuteOf, timeOf } from './minutes.ts'

const USUAL = { fromMinute: 22 * 60, untilMinute: 6 * 60 } as const

/** The hours in which alerts that can wait are held back. Money and security alerts never wait. */
export function QuietHours({ preferences }: { preferences: AlertPreferences }) {
  const { quiet } = preferences
  const [from, setFrom] = useState(timeOf((quiet ?? USUAL).fromMinute))
  const [until, setUntil] = useState(timeOf((quiet ?? USUAL).untilMinute))
  const change = useChangePreferences()
  const fromMinute = minuteOf(from)
  const untilMinute = minuteOf(until)
  const isSame = fromMinute !== null && fromMinute === untilMinute
  const isSaved = quiet !== null && quiet.fromMinute === fromMinute && quiet.untilMinute === untilMinute

  function save(event: FormEvent) {
    event.preventDefault()
    if (fromMinute === null || untilMinute === null || isSame) return
    change.mutate({ ...preferences, quiet: { fromMinute, untilMinute } })
  }
  return (
    <Section title="Quiet hours">
      <p className="text-small text-ink-2">
        Alerts about your BPC and support, statements and notices wait until quiet hours are over. Money and security
        never wait.
      </p>
      <p role="status" className="font-medium">
        {quiet === null
          ? 'Off'
          : `On, from ${timeOf(quiet.fromMinute)} until ${timeOf(quiet.untilMinute)} each day, Lagos time`}
      </p>
      <form noValidate onSubmit={save} className="flex flex-col gap-3">
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3">
          <Field label="From" type="time" required value={from} onChange={(event) => setFrom(event.target.value)} />
          <Field
            label="Until"
            type="time"
            required
            value={until}
            error={isSame ? 'Choose an end that differs from the start.' : undefined}
            onChange={(event) => setUntil(event.target.value)}
          />
        </div>
        <ErrorNotice error={change.error} />
        <Button
          type="submit"
          tone="quiet"
          wide
          disabled={isSaved || isSame || fromMinute === null || untilMinute === null}
          busy={change.isPending && change.variables.quiet !== null && 'Saving…'}
        >
          {quiet === null ? 'Turn on' : 'Save'}
        </Button>
        {quiet === null ? null : (
          <Button
            tone="plain"
            wide
            busy={change.isPending && change.variables.quiet === null && 'Turning off…'}
            onClick={() => change.mutate({ ...preferences, quiet: null })}
          >
            Turn off
          </Button>
        )}
      </form>
    </Section>
  )
}
