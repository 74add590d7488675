import type { ListedVersion } from '#contract/console/settings.ts'
import { momentOf } from '#web/console/words.ts'

const STATES: Readonly<Record<ListedVersion['state'], string>> = {
  'in force': 'In force',
  'to come': 'Planned',
  past: 'Before',
  'never begins': 'Never begins: replaced by a newer version',
}

type VersionHeadProps = {
  readonly version: Omit<ListedVersion, 'texts'>
  /** Where the values before the first version come from. */
  readonly first?: string | undefined
}

/** The number, start and operators of a setting's version. */
export function VersionHead({ version, first = 'from the environment' }: VersionHeadProps) {
  const { number, startsAt, setBy, state } = version
  return (
    <>
      <h3 className="font-head font-semibold">{`${STATES[state]} · ${number === 0 ? first : `version ${number}`}`}</h3>
      {startsAt === null || setBy === null ? null : (
        <p className="text-caption text-ink-2 wrap-anywhere">{`From ${momentOf(startsAt)}. Agreed to by ${setBy}.`}</p>
      )}
    </>
  )
}
