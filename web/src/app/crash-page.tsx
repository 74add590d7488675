import { Button, ButtonLink } from '#web/ui/button.tsx'
import { BareHead, PageTitle } from '#web/ui/page.tsx'

type CrashPageProps = { error: unknown; id: string; onTryAgain: () => void }

export function CrashPage({ error, id, onTryAgain }: CrashPageProps) {
  return (
    <>
      <BareHead />
      <main className="mx-auto flex w-full max-w-[480px] flex-col gap-4 px-4 py-12">
        <PageTitle>Unexpected Application Error!</PageTitle>
        <p className="text-ink-2">
          This screen stopped working. No money moved because of it: payments you approved continue, and your history
          shows them.
        </p>
        {chunkIsGone(error) ? (
          <p className="text-ink-2">Part of the app could not load. Check your connection, then reload.</p>
        ) : null}
        <p className="text-small text-ink-3">
          Error id <span className="tabular font-semibold text-ink">{id}</span>
        </p>
        <Button wide onClick={chunkIsGone(error) ? () => location.reload() : onTryAgain}>
          Try again
        </Button>
        <ButtonLink to="/" tone="quiet" wide>
          Return to Home
        </ButtonLink>
      </main>
    </>
  )
}

/** React keeps a failed `lazy` import forever; only reloading the page requests it again. */
function chunkIsGone(error: unknown): boolean {
  return error instanceof TypeError && /import|module script|fetch/i.test(error.message)
}
