import { useState } from 'react'
import { type ChannelsBody, SET_CHANNELS } from '#contract/acts/set-channels.ts'
import { CHANNEL_NAMES, type ChannelName } from '#contract/console/channel-names.ts'
import type { ListedVersion } from '#contract/console/settings.ts'
import { ProposeSheet } from '#web/console/propose-sheet.tsx'
import { Field } from '#web/ui/field.tsx'
import { RadioTiles } from '#web/ui/radio-tiles.tsx'
import { StartField } from './start-field.tsx'

type ChannelsSheetProps = {
  /** The version in force. */
  readonly version: ListedVersion
  readonly onClose: () => void
  readonly onDone: () => void
}

const ADDRESS_MAX_LENGTH = 500
const EXAMPLES: Readonly<Partial<Record<ChannelName, string>>> = {
  supportWhatsapp: 'Such as https://wa.me/2348031234567',
  supportTelegram: 'Such as https://t.me/your_name',
  communityTelegram: 'Such as https://t.me/your_channel',
  communityWhatsapp: 'Such as https://chat.whatsapp.com/…',
}
const YES_OR_NO = [
  { id: 'true', name: 'Yes' },
  { id: 'false', name: 'No' },
] as const
const NAMES = Object.keys(CHANNEL_NAMES) as readonly ChannelName[]

/** All channels in force, to be edited; customers do not see an empty one. */
export function ChannelsSheet({ version, onClose, onDone }: ChannelsSheetProps) {
  const [texts, setTexts] = useState(version.texts)
  const [from, setFrom] = useState('')
  const change = (name: ChannelName) => (text: string) => setTexts({ ...texts, [name]: text })
  return (
    <ProposeSheet
      title="Support and community"
      path={SET_CHANNELS.path}
      body={() => ({ ...texts, from }) satisfies ChannelsBody}
      onClose={onClose}
      onDone={onDone}
    >
      <p className="text-ink-2">Customers see the fields you fill in. Empty ones are not shown.</p>
      {NAMES.map((name) =>
        name === 'supportAlways' ? (
          <RadioTiles
            key={name}
            legend={CHANNEL_NAMES[name].name}
            inRow
            options={YES_OR_NO}
            chosen={texts[name]}
            onChoose={change(name)}
          />
        ) : (
          <Field
            key={name}
            label={CHANNEL_NAMES[name].name}
            hint={EXAMPLES[name]}
            inputMode={name === 'supportEmail' ? 'email' : 'url'}
            autoComplete="off"
            maxLength={ADDRESS_MAX_LENGTH}
            value={texts[name]}
            onChange={({ target }) => change(name)(target.value)}
          />
        ),
      )}
      <StartField from={from} onChange={setFrom} />
    </ProposeSheet>
  )
}
