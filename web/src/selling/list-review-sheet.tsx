import { useNavigate } from 'react-router'
import type { Approval } from '#contract/accounts.ts'
import type { Batch } from '#contract/selling.ts'
import { dropDraft } from '#web/lib/drafts.ts'
import { splitTerms, type TermsLine, termsLines } from '#web/lib/terms.ts'
import { ApproveSheet } from '#web/payments/orders/approve-sheet.tsx'
import { TermsList } from '#web/payments/orders/terms-list.tsx'
import { useBuyList } from './get-list.ts'

/** Shows totals and every line exactly as they are signed, then takes one PIN or one passkey for all of them. */
export default function ListReviewSheet({ list, onClose }: { list: Batch; onClose: () => void }) {
  const navigate = useNavigate()
  const buy = useBuyList(list.id)
  const lines = termsLines(list.terms)
  const totals = lines.filter((line) => !isRow(line))
  const { leading, who, rest } = splitTerms(totals, { leading: 'You pay', who: ['You buy'] })

  async function send(approval: Approval): Promise<void> {
    // A reload while the answer is on its way must not offer the same list again.
    dropDraft()
    await buy.mutateAsync({ approval })
    void navigate(`/sell/many/${list.id}`, { replace: true })
  }

  return (
    <ApproveSheet
      agreed={list}
      leading={leading}
      who={who}
      expiresAt={list.expiresAt}
      noun="list"
      backLabel="Back to the list"
      send={send}
      onClose={onClose}
    >
      <TermsList lines={rest} />
      <Rows rows={lines.filter(isRow)} />
    </ApproveSheet>
  )
}

function isRow({ label }: TermsLine): boolean {
  return label?.startsWith('Line ') ?? false
}

function Rows({ rows }: { rows: readonly TermsLine[] }) {
  return (
    <section
      aria-label="Every line"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content has to be reachable with the keyboard
      tabIndex={0}
      className="mt-2 max-h-[34dvh] overflow-y-auto rounded-card bg-surface shadow-lift px-4"
    >
      <dl>
        {rows.map(({ label, value }) => (
          <div key={label} className="border-b border-line py-2 last:border-b-0">
            <dt className="text-caption text-ink-3">{label}</dt>
            <dd className="text-small tabular">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
