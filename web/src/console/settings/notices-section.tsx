import type { ListedNotice, SettingsAnswer } from '#contract/console/settings.ts'
import { PastCut } from '#web/console/cut-note.tsx'
import { momentOf } from '#web/console/words.ts'
import { Button } from '#web/ui/button.tsx'

type NoticesSectionProps = {
  readonly settings: SettingsAnswer
  /** The reports on the provider's list; null while it is not known. */
  readonly reported: readonly ListedNotice[] | null
  readonly onSet: () => void
  readonly onEnd: (notice: ListedNotice) => void
}

/** Bank notices: current, planned and past. */
export function NoticesSection({ settings, reported, onSet, onEnd }: NoticesSectionProps) {
  const { notices, past, maySetNotice } = settings
  return (
    <section aria-labelledby="notices" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="notices" className="text-h2">
          Bank notices
        </h2>
        {maySetNotice ? <Button onClick={onSet}>Put up a notice</Button> : null}
      </div>
      <p className="text-small text-ink-2">
        Customers read them before they pay for a BPC by bank transfer. The provider’s own bank list adds its reports.
      </p>
      {notices.length === 0 && reported?.length === 0 ? <p>No notice is up.</p> : null}
      {notices.length === 0 && reported === null ? (
        <p>No notice of ours is up. The reports on the provider’s bank list are not known right now.</p>
      ) : null}
      <ul className="grid gap-3 md:grid-cols-2">
        {[...notices, ...(reported ?? [])].map((notice) => (
          <Notice key={notice.id} notice={notice} onEnd={notice.mayEnd ? () => onEnd(notice) : null} />
        ))}
      </ul>
      {past.length === 0 ? null : (
        <details>
          <summary className="min-h-12 cursor-pointer py-3 font-medium">Past notices</summary>
          <ul className="grid gap-3 md:grid-cols-2">
            {past.map((notice) => (
              <Notice key={notice.id} notice={notice} onEnd={null} />
            ))}
          </ul>
          <PastCut shown={past.length} />
        </details>
      )}
    </section>
  )
}

function Notice({ notice, onEnd }: { notice: ListedNotice; onEnd: (() => void) | null }) {
  const { bank, meaning, source, setBy } = notice
  return (
    <li className="flex flex-col gap-1 rounded-tile bg-surface px-3.5 py-3 shadow-lift forced-colors:border">
      <h3 className="font-head font-semibold wrap-anywhere">{bank}</h3>
      <p className="wrap-anywhere">{meaning}</p>
      <p className="text-small text-ink-2 wrap-anywhere">{`Source: ${source}`}</p>
      <p className="text-caption text-ink-2 wrap-anywhere">
        {spanOf(notice)}
        {setBy === null ? null : ` Agreed to by ${setBy}.`}
      </p>
      {onEnd === null ? null : (
        <div>
          <Button tone="quiet" slim aria-label={`Take down the notice about ${bank}`} onClick={onEnd}>
            Take down
          </Button>
        </div>
      )}
    </li>
  )
}

function spanOf({ startsAt, expiresAt, ended }: ListedNotice): string {
  if (ended !== null) return `From ${momentOf(startsAt)}, taken down ${momentOf(ended.at)} by ${ended.by}.`
  return `From ${momentOf(startsAt)} until ${momentOf(expiresAt)}.`
}
