import type { AlertSettingsLine, OutgoingChannel } from '#contract/alert-settings.ts'
import type { AlertCategory } from '#contract/alerts.ts'
import { messageOf } from '#web/lib/api.ts'
import { Switch } from '#web/ui/switch.tsx'
import { showToast } from '#web/ui/toast.ts'
import { CATEGORIES } from './alert-words.ts'
import { useChangeSwitch } from './get-settings.ts'

const CHANNEL_NAMES = { email: 'Email', push: 'Push', sms: 'SMS' } as const

/** One category: its contents, a switch for each channel that can be switched, and why others have none. */
export function CategoryRow({ of, channels }: { of: AlertSettingsLine; channels: readonly OutgoingChannel[] }) {
  const { name, about, fixed } = CATEGORIES[of.category]
  const switches = channels.filter((channel) => of[channel] === 'on' || of[channel] === 'off')
  return (
    <fieldset className="flex min-w-0 flex-col gap-1 border-b border-line px-4 py-3 last:border-b-0">
      <legend className="float-left w-full font-medium">{name}</legend>
      <p className="clear-left text-small text-ink-2">{about}</p>
      {fixed === null ? null : <p className="text-small text-ink-2">{fixed}</p>}
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(7rem,100%),1fr))] gap-x-6">
        {switches.map((channel) => (
          <CategorySwitch key={channel} category={of.category} channel={channel} isOn={of[channel] === 'on'} />
        ))}
      </div>
    </fieldset>
  )
}

type CategorySwitchProps = { category: AlertCategory; channel: OutgoingChannel; isOn: boolean }

function CategorySwitch({ category, channel, isOn }: CategorySwitchProps) {
  const change = useChangeSwitch()
  const onError = (error: unknown) => showToast(messageOf(error), { tone: 'bad' })
  return (
    <Switch
      label={CHANNEL_NAMES[channel]}
      isOn={change.isPending ? change.variables.isOn : isOn}
      saving={change.isPending}
      onChange={(next) => change.mutate({ category, channel, isOn: next }, { onError })}
    />
  )
}
