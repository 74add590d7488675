import { useState } from 'react'
import { type LimitsBody, SET_LIMITS } from '#contract/acts/set-limits.ts'
import type { ListedLimitVersion } from '#contract/console/settings.ts'
import { ProposeSheet } from '#web/console/propose-sheet.tsx'
import { Field } from '#web/ui/field.tsx'
import { StartField } from './start-field.tsx'

type LimitsSheetProps = {
  /** The version in force. */
  readonly version: ListedLimitVersion
  readonly onClose: () => void
  readonly onDone: () => void
}

const FIELDS = [
  ['daily', 'Daily limit'],
  ['perBpc', 'What each bought BPC adds'],
  ['max', 'Maximum with BPCs'],
] as const

/** The limits in force, to be edited, in whole naira. */
export function LimitsSheet({ version: { limits }, onClose, onDone }: LimitsSheetProps) {
  const [body, setBody] = useState<LimitsBody>(() => ({
    daily: nairaText(limits.dailyKobo),
    perBpc: nairaText(limits.perBpcKobo),
    max: nairaText(limits.maxKobo),
    from: '',
  }))
  return (
    <ProposeSheet title="Limits" path={SET_LIMITS.path} body={() => body} onClose={onClose} onDone={onDone}>
      {FIELDS.map(([name, label]) => (
        <Field
          key={name}
          label={label}
          lead="₦"
          inputMode="numeric"
          required
          maxLength={20}
          value={body[name]}
          onChange={({ target }) => setBody({ ...body, [name]: target.value })}
        />
      ))}
      <StartField from={body.from} onChange={(from) => setBody({ ...body, from })} />
    </ProposeSheet>
  )
}

/** `30000000` is `300000`. */
function nairaText(kobo: string): string {
  return `${BigInt(kobo) / 100n}`
}
