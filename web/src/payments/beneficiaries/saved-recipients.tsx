import { lazy, Suspense, useState } from 'react'
import type { BeneficiaryKind, BeneficiaryOf } from '#contract/beneficiaries.ts'
import { useBeneficiaries } from './get-beneficiaries.ts'
import { RECIPIENT_TILE, RecentRecipients } from './recent-recipients.tsx'

const SavedRecipientsSheet = lazy(() => import('./saved-recipients-sheet.tsx'))

const TILES = 'grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))]'
/** A single one has most of the row, and its name a line. Large text puts the way to all of them below it. */
const ONE_AND_ALL = 'flex flex-wrap *:flex-[1_1_10.5rem] *:last:flex-[1_0_min(7rem,100%)] *:first:grow-99'

type SavedRecipientsProps<Kind extends BeneficiaryKind> = {
  kind: Kind
  onPick: (saved: BeneficiaryOf<Kind>) => void
}

/** As many as make two rows on a phone, the way to all of them included. */
const RECENT_SHOWN = 3

/** Offers whom the person paid before: the last ones at once, all of them a tap away. Nothing is shown while there is nobody. */
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
