import { ErrorNotice } from './error-notice.tsx'

type DownloadOutcomeProps = {
  /** The name under which it was saved; undefined while it was not. */
  saved: string | undefined
  error: unknown
}

/** The outcome of a download. */
export function DownloadOutcome({ saved, error }: DownloadOutcomeProps) {
  return (
    <>
      <div role="status" className="text-center text-small text-ink-2 empty:hidden">
        {saved === undefined ? '' : `Saved as ${saved}`}
      </div>
      <ErrorNotice error={error} />
    </>
  )
}
