import { CHANNEL_NAMES, type ChannelName } from '#contract/console/channel-names.ts'
import type { SettingsAnswer } from '#contract/console/settings.ts'
import { VersionsSection } from './versions-section.tsx'

const NAMES = Object.keys(CHANNEL_NAMES) as readonly ChannelName[]

/** The channels of support and the community: current, planned and past. */
export function ChannelsSection({ settings, onChange }: { settings: SettingsAnswer; onChange: () => void }) {
  return (
    <VersionsSection
      id="channels"
      title="Support and community"
      changes="the channels"
      mayChange={settings.maySetChannels}
      onChange={onChange}
      others="Other versions"
      versions={settings.channels}
      show={({ texts }) => (
        <dl className="grid gap-x-6 gap-y-2 pt-2 text-small sm:grid-cols-2">
          {NAMES.map((name) => (
            <div key={name}>
              <dt className="text-caption text-ink-2">{CHANNEL_NAMES[name].name}</dt>
              <dd className="wrap-anywhere">{sayText(texts[name])}</dd>
            </div>
          ))}
        </dl>
      )}
    />
  )
}

function sayText(text: string): string {
  if (text === '') return 'Not set'
  return text === 'true' ? 'Yes' : text === 'false' ? 'No' : text
}
