import type { OrderKind } from '#contract/kinds/kinds.ts'
import { pauseHeading, pauseTail } from '#contract/pauses.ts'
import { usePauses } from '#web/installation/get-pauses.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Says above a form what of its kind is paused, why in the operators' words, and when that ends. Nothing while nothing is. */
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
