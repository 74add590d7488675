import type { BeneficiaryKind, BeneficiaryOf } from '#contract/beneficiaries.ts'
import { Mark } from '#web/ui/mark.tsx'
import { listWordsOf } from './beneficiary-words.ts'

type RecentRecipientsProps<Kind extends BeneficiaryKind> = {
  recent: readonly BeneficiaryOf<Kind>[]
  onPick: (saved: BeneficiaryOf<Kind>) => void
}

export const RECIPIENT_TILE =
  'flex min-h-16 w-full min-w-0 flex-col justify-center gap-1 rounded-control border border-line bg-surface px-3 py-2 text-left active:bg-tint'

/** Banks and networks have a mark; companies have none, and their names need the space. */
const hasBrand = (kind: BeneficiaryKind) => kind === 'bank' || kind === 'phone'

/** The recipients paid last, on the form itself: a tap fills it. Items of a list of tiles. */
export function RecentRecipients<Kind extends BeneficiaryKind>({ recent, onPick }: RecentRecipientsProps<Kind>) {
  return recent.map((saved) => {
    const { name, detail } = listWordsOf(saved)
    return (
      <li key={saved.id} className="flex">
        <button type="button" onClick={() => onPick(saved)} className={RECIPIENT_TILE}>
          <span className="line-clamp-2 w-full text-small font-medium tabular wrap-anywhere">{name}</span>
          <span className="flex w-full items-center gap-1.5">
            {hasBrand(saved.kind) ? <Mark names={detail.split(' · ').reverse()} size="tiny" /> : null}
            <span className="min-w-0 text-caption text-ink-2 tabular wrap-anywhere">{detail}</span>
          </span>
        </button>
      </li>
    )
  })
}
