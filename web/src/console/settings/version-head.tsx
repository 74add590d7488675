import type { ListedVersion } from '#contract/console/settings.ts'
import { momentOf } from '#web/console/words.ts'

const STATES: Readonly<Record<ListedVersion['state'], string>> = {
  'in force': 'In force',
  'to come': 'Planned',
  past: 'Before',
  'never begins': 'Never begins: replaced by a newer version',
}

/** The number, start and operators of a setting's version. */
export function VersionHead({ version }: { version: Omit<ListedVersion, 'texts'> }) {
  const { number, startsAt, setBy, state } = version
  return (
    <>
      <h3 className="font-medium">
        {`${STATES[state]} · ${number === 0 ? 'from the environment' : `version ${number}`}`}
      </h3>
      {startsAt === null || setBy === null ? null : (
        <p className="text-caption text-ink-2 wrap-anywhere">{`From ${momentOf(startsAt)}. Agreed to by ${setBy}.`}</p>
      )}
    </>
  )
}
