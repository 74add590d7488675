import { ErrorNotice } from './error-notice.tsx'

type DownloadOutcomeProps = {
  /** Under which name it was saved; undefined while it was not. */
  saved: string | undefined
  error: unknown
}

/** What became of a file that was asked for. */
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
