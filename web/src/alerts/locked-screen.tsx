import type { AlertPreferences } from '#contract/alert-settings.ts'
import { messageOf } from '#web/lib/api.ts'
import { Section } from '#web/ui/section.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useChangePreferences } from './get-settings.ts'

/** How much push and SMS say, which anyone can read on a locked phone. */
export function LockedScreen({ preferences }: { preferences: AlertPreferences }) {
  const change = useChangePreferences()
  const onError = (error: unknown) => showToast(messageOf(error), { tone: 'bad' })
  return (
    <Section title="On a locked screen">
      <Switch
        label="Show amounts and names"
        hint="In push and SMS, which a locked phone may show to anyone. When this is off, alerts leave out amounts and shorten names to first letters."
        isOn={change.isPending ? change.variables.showsAmounts : preferences.showsAmounts}
        saving={change.isPending}
        onChange={(showsAmounts) => change.mutate({ ...preferences, showsAmounts }, { onError })}
      />
    </Section>
  )
}
