import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageTitle } from '#web/ui/page.tsx'

/** A screen's title, what the operator has just done there, and why it shows nothing. */
export function ScreenHead({ title, done, error }: { title: string; done: string | null; error: unknown }) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {done === null ? null : (
        <Notice role="status">
          <p>{done}</p>
        </Notice>
      )}
      <ErrorNotice error={error} />
    </>
  )
}
