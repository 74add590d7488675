import { type PauseEndBody, RESUME_KIND } from '#contract/acts/resume-kind.ts'
import type { ListedPause } from '#contract/console/pauses.ts'
import { ProposeSheet } from '#web/console/propose-sheet.tsx'
import { momentOf } from '#web/console/words.ts'

type LiftSheetProps = { readonly pause: ListedPause; readonly onClose: () => void; readonly onDone: () => void }

/** Another operator confirms that a pause is lifted before it ends. */
export function LiftSheet({ pause: { id, what, reason, endsAt }, onClose, onDone }: LiftSheetProps) {
  return (
    <ProposeSheet
      title={`Lift the pause: ${what}`}
      path={RESUME_KIND.path}
      body={() => ({ pause: id }) satisfies PauseEndBody}
      onClose={onClose}
      onDone={onDone}
    >
      <p className="wrap-anywhere">{reason}</p>
      <p className="text-ink-2">{`It ends automatically ${momentOf(endsAt)}.`}</p>
    </ProposeSheet>
  )
}
