import { useState } from 'react'
import { CLOSE_DIFFERENCES } from '#contract/acts/close-differences.ts'
import { EXCEPTION_KINDS } from '#contract/console/breaks.ts'
import type { OpenDifference } from '#contract/console/reconciliation.ts'
import { nairaOf } from '#web/console/naira-of.ts'
import { ProposeSheet } from '#web/console/propose-sheet.tsx'
import { EvidenceField } from './evidence-field.tsx'

type CloseTogetherSheetProps = {
  readonly differences: readonly OpenDifference[]
  readonly sumKobo: string
  /** The sum of this provider's other open differences. */
  readonly remainsKobo: string
  readonly onClose: () => void
  readonly onDone: () => void
}

/**
 * The evidence for several differences of one provider. Another operator sees what closing them posts, and confirms.
 */
export function CloseTogetherSheet(props: CloseTogetherSheetProps) {
  const { differences, sumKobo, remainsKobo, onClose, onDone } = props
  const [evidence, setEvidence] = useState('')
  return (
    <ProposeSheet
      title={`Close ${differences.length} differences together`}
      path={CLOSE_DIFFERENCES.path}
      body={() => ({ numbers: differences.map(({ number }) => number), evidence })}
      onClose={onClose}
      onDone={onDone}
    >
      <dl className="grid grid-cols-[1fr_auto] gap-x-3 text-small tabular">
        {differences.map(({ number, kind, differenceKobo }) => (
          <div key={number} className="contents">
            <dt>{`${number} · ${EXCEPTION_KINDS[kind].name}`}</dt>
            <dd className="text-right">{nairaOf(differenceKobo ?? '0')}</dd>
          </div>
        ))}
        <dt className="font-medium">Sum</dt>
        <dd className="text-right font-medium">{nairaOf(sumKobo)}</dd>
        <dt className="text-ink-2">Open differences that remain</dt>
        <dd className="text-right">{nairaOf(remainsKobo)}</dd>
      </dl>
      <EvidenceField label="What proves all of them" value={evidence} onChange={setEvidence} />
    </ProposeSheet>
  )
}
