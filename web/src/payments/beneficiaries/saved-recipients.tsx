import { lazy, Suspense, useState } from 'react'
import type { BeneficiaryKind, BeneficiaryOf } from '#contract/beneficiaries.ts'
import { useBeneficiaries } from './get-beneficiaries.ts'
import { RECIPIENT_TILE, RecentRecipients } from './recent-recipients.tsx'

const SavedRecipientsSheet = lazy(() => import('./saved-recipients-sheet.tsx'))

const TILES = 'grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))]'
/** A single recipient takes most of the row, its name on one line. Large text moves the button for all below it. */
const ONE_AND_ALL = 'flex flex-wrap *:flex-[1_1_10.5rem] *:last:flex-[1_0_min(7rem,100%)] *:first:grow-99'

type SavedRecipientsProps<Kind extends BeneficiaryKind> = {
  kind: Kind
  onPick: (saved: BeneficiaryOf<Kind>) => void
}

/** Fills two rows on a phone, together with the button for all. */
const RECENT_SHOWN = 3

/** Offers earlier recipients: the last ones at once, all of them a tap away. Empty while there are none. */
export function SavedRecipients<Kind extends BeneficiaryKind>({ kind, onPick }: SavedRecipientsProps<Kind>) {
  const { data: saved = [] } = useBeneficiaries(kind)
  const [open, setOpen] = useState(false)
  if (saved.length === 0 && !open) return null
  const close = () => setOpen(false)
  return (
    <>
      <ul aria-label="Paid before" className={`gap-2 ${saved.length === 1 ? ONE_AND_ALL : TILES}`}>
        <RecentRecipients recent={saved.slice(0, RECENT_SHOWN)} onPick={onPick} />
        <li className="flex">
          <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={RECIPIENT_TILE}>
            <span className="text-small font-semibold text-brand">Saved recipients</span>
          </button>
        </li>
      </ul>
      {open ? (
        <Suspense fallback={null}>
          <SavedRecipientsSheet
            saved={saved}
            onPick={(id) => {
              const picked = saved.find((each) => each.id === id)
              if (picked !== undefined) onPick(picked)
              close()
            }}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </>
  )
}
