import type { ReactNode } from 'react'
import { VERSIONS_SHOWN } from '#contract/console/limits.ts'
import type { ListedVersion } from '#contract/console/settings.ts'
import { CutNote } from '#web/console/cut-note.tsx'
import { Button } from '#web/ui/button.tsx'
import { VersionHead } from './version-head.tsx'

type AnyVersion = Omit<ListedVersion, 'texts'>

type VersionsSectionProps<Version extends AnyVersion> = {
  readonly id: string
  readonly title: string
  /** The name of the setting, as on the button that changes it. */
  readonly changes: string
  readonly mayChange: boolean
  readonly onChange: () => void
  /** The heading above versions that are not in force. */
  readonly others: string
  readonly versions: readonly Version[]
  /** Where the values before the first version come from. */
  readonly first?: string
  /** Renders a version. */
  readonly show: (version: Version) => ReactNode
  /** What holds for every version. */
  readonly children?: ReactNode
}

/** A setting that has versions: the one in force and, on request, the planned and past ones. */
export function VersionsSection<Version extends AnyVersion>(props: VersionsSectionProps<Version>) {
  const { id, title, changes, mayChange, onChange, others, versions, first, show, children } = props
  const inForce = versions.find(({ state }) => state === 'in force')
  const rest = versions.filter(({ state }) => state !== 'in force')
  const card = (version: Version) => (
    <div key={version.number} className="rounded-tile bg-surface px-3.5 py-3 shadow-lift forced-colors:border">
      <VersionHead version={version} first={first} />
      {show(version)}
    </div>
  )
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-h2">
          {title}
        </h2>
        {mayChange ? (
          <Button tone="quiet" aria-label={`Change ${changes}`} onClick={onChange}>
            Change
          </Button>
        ) : null}
      </div>
      {children}
      {inForce === undefined ? null : card(inForce)}
      {rest.length === 0 ? null : (
        <details>
          <summary className="min-h-12 cursor-pointer py-3 font-medium">{others}</summary>
          <div className="flex flex-col gap-3">{rest.map(card)}</div>
          <CutNote isCut={versions.length > VERSIONS_SHOWN}>
            {`The latest ${VERSIONS_SHOWN} versions are shown, and the values before the first. Earlier ones are in the audit.`}
          </CutNote>
        </details>
      )}
    </section>
  )
}
