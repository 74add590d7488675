import { CHANNEL_NAMES, type ChannelName } from '#contract/console/channel-names.ts'
import type { ListedVersion, SettingsAnswer } from '#contract/console/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { VersionHead } from './version-head.tsx'

const NAMES = Object.keys(CHANNEL_NAMES) as readonly ChannelName[]

/** The channels of support and the community: current, planned and past. */
export function ChannelsSection({ settings, onChange }: { settings: SettingsAnswer; onChange: () => void }) {
  const { channels, maySetChannels } = settings
  const inForce = channels.find(({ state }) => state === 'in force')
  const others = channels.filter(({ state }) => state !== 'in force')
  return (
    <section aria-labelledby="channels" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="channels" className="text-h2">
          Support and community
        </h2>
        {maySetChannels ? (
          <Button tone="quiet" aria-label="Change the channels" onClick={onChange}>
            Change
          </Button>
        ) : null}
      </div>
      {inForce === undefined ? null : <Version version={inForce} />}
      {others.length === 0 ? null : (
        <details>
          <summary className="min-h-12 cursor-pointer py-3 font-medium">Other versions</summary>
          <div className="flex flex-col gap-3">
            {others.map((version) => (
              <Version key={version.number} version={version} />
            ))}
          </div>
        </details>
      )}
    </section>
  )
}

function Version({ version }: { version: ListedVersion }) {
  return (
    <div className="rounded-card border border-line bg-surface p-4">
      <VersionHead version={version} />
      <dl className="grid gap-x-6 gap-y-2 pt-2 text-small sm:grid-cols-2">
        {NAMES.map((name) => (
          <div key={name}>
            <dt className="text-caption text-ink-2">{CHANNEL_NAMES[name].name}</dt>
            <dd className="wrap-anywhere">{sayText(version.texts[name])}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function sayText(text: string): string {
  if (text === '') return 'Not set'
  return text === 'true' ? 'Yes' : text === 'false' ? 'No' : text
}
