import { Trash2, UsersRound } from 'lucide-react'
import { useState } from 'react'
import type { Beneficiary, BeneficiaryKind, BeneficiaryOf } from '#contract/beneficiaries.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { listWordsOf, wordsOf } from './beneficiary-words.ts'
import { useBeneficiaries, useRemoveBeneficiary } from './get-beneficiaries.ts'
import { RECIPIENT_TILE, RecentRecipients } from './recent-recipients.tsx'

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
  const [removing, setRemoving] = useState<BeneficiaryOf<Kind> | null>(null)
  if (saved.length === 0 && !open) return null
  const close = () => {
    setOpen(false)
    setRemoving(null)
  }
  return (
    <>
      <ul aria-label="Paid before" className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-2">
        <RecentRecipients recent={saved.slice(0, RECENT_SHOWN)} onPick={onPick} />
        <li className="flex">
          <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={RECIPIENT_TILE}>
            <span className="flex items-center gap-2 text-small font-semibold text-brand">
              <UsersRound aria-hidden size={18} className="shrink-0" /> Saved recipients
            </span>
          </button>
        </li>
      </ul>
      {open ? (
        <Sheet title={removing === null ? 'Saved recipients' : 'Remove this recipient?'} onClose={close}>
          {removing === null ? (
            <ul className="-mx-4 max-h-[70dvh] overflow-y-auto border-t border-line">
              {saved.map((each) => (
                <Row
                  key={each.id}
                  saved={each}
                  onPick={() => {
                    onPick(each)
                    close()
                  }}
                  onRemove={() => setRemoving(each)}
                />
              ))}
              {saved.length === 0 ? <li className="px-4 py-4 text-ink-2">You have no saved recipients now.</li> : null}
            </ul>
          ) : (
            <Removing saved={removing} onDone={() => setRemoving(null)} />
          )}
        </Sheet>
      ) : null}
    </>
  )
}

function Row({ saved, onPick, onRemove }: { saved: Beneficiary; onPick: () => void; onRemove: () => void }) {
  const { name, detail } = listWordsOf(saved)
  return (
    <li className="flex items-center border-b border-line">
      <button
        type="button"
        onClick={onPick}
        className="flex min-h-16 min-w-0 flex-1 items-center gap-3 py-2 pl-4 text-left -outline-offset-3"
      >
        <Mark names={detail.split(' · ').reverse()} />
        <span className="min-w-0">
          <span className="block font-medium tabular wrap-anywhere">{name}</span>
          <span className="block text-small text-ink-2 tabular wrap-anywhere">{detail}</span>
        </span>
      </button>
      <button
        type="button"
        aria-label={`Remove ${name}, ${detail}`}
        onClick={onRemove}
        className="mx-2 grid size-12 shrink-0 place-items-center rounded-control text-ink-2"
      >
        <Trash2 aria-hidden size={18} />
      </button>
    </li>
  )
}

function Removing({ saved, onDone }: { saved: Beneficiary; onDone: () => void }) {
  const remove = useRemoveBeneficiary()
  const { name, detail } = wordsOf(saved)
  return (
    <Confirm
      action="Remove"
      busy="Removing…"
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(saved.id, { onSuccess: onDone })}
      onKeep={onDone}
    >
      <p>
        <span className="block font-medium tabular">{name}</span>
        <span className="block text-small text-ink-2 tabular">{detail}</span>
      </p>
      <p className="text-small text-ink-2">
        We will no longer suggest it. Your history stays as it is. If you pay it again, it is saved again.
      </p>
    </Confirm>
  )
}
