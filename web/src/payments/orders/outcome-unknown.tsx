import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** `noun`: what was approved, "transfer". */
type UndecidedProps = { noun: string; pending: boolean; onAskAgain: () => void }

/** The one honest thing to say when no answer came, and the one safe thing to do. */
export function OutcomeUnknown({ noun, pending, onAskAgain }: UndecidedProps) {
  return (
    <div className="flex flex-col gap-3 pt-4">
      <Notice tone="wait" role="alert">
        <p className="font-semibold">We do not know yet</p>
        <p>
          No answer came, so we do not know whether this {noun} was accepted. Asking again is safe: it cannot be sent
          twice.
        </p>
      </Notice>
      {pending ? (
        <p role="status" className="flex min-h-12 items-center justify-center gap-2 text-ink-2">
          <Spinner /> Asking Jara…
        </p>
      ) : (
        <>
          <Button wide onClick={onAskAgain}>
            Ask again
          </Button>
          <ButtonLink to="/history" tone="quiet" wide>
            Look in your history
          </ButtonLink>
        </>
      )}
    </div>
  )
}
