import type { OrderKind } from '#contract/kinds/kinds.ts'
import { pauseHeading, pauseTail } from '#contract/pauses.ts'
import { usePauses } from '#web/installation/get-pauses.ts'
import { Notice } from '#web/ui/notice.tsx'

/** The active pauses of a form's kind, above the form, with the operators' reason and the end. Empty without one. */
export function PauseNotices({ kind }: { kind: OrderKind }) {
  const { data: pauses = [] } = usePauses()
  return pauses
    .filter((pause) => pause.kind === kind)
    .map((pause) => (
      <Notice key={pause.id} tone="wait" role="status">
        <p className="font-semibold wrap-anywhere">{pauseHeading(pause)}</p>
        <p className="wrap-anywhere">{pause.reason}</p>
        <p className="text-caption">{pauseTail(pause.endsAt)}</p>
      </Notice>
    ))
}
