import { Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Beneficiary, BeneficiaryOf } from '#contract/beneficiaries.ts'
import { formatPhone } from '#contract/phones.ts'
import { CUSTOMER_NAME_MAX_LENGTH } from '#contract/selling-limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Field } from '#web/ui/field.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { listWordsOf, wordsOf } from './beneficiary-words.ts'
import { useNameBeneficiary, useRemoveBeneficiary } from './get-beneficiaries.ts'

type Opened =
  | { readonly to: 'choose' }
  | { readonly to: 'remove'; readonly one: Beneficiary }
  | { readonly to: 'name'; readonly one: BeneficiaryOf<'phone'> }
const TITLES = { choose: 'Saved recipients', remove: 'Remove this recipient?', name: 'Name this number' } as const

type SavedRecipientsSheetProps = {
  saved: readonly Beneficiary[]
  onPick: (id: string) => void
  onClose: () => void
}

/** All saved recipients: to pay one, to name a number, and to remove them. */
export default function SavedRecipientsSheet({ saved, onPick, onClose }: SavedRecipientsSheetProps) {
  const [opened, setOpened] = useState<Opened>({ to: 'choose' })
  const back = () => setOpened({ to: 'choose' })
  return (
    <Sheet title={TITLES[opened.to]} onClose={onClose}>
      {opened.to === 'choose' ? <Rows saved={saved} onPick={onPick} onOpen={setOpened} /> : null}
      {opened.to === 'remove' ? <Removing saved={opened.one} onDone={back} /> : null}
      {opened.to === 'name' ? <Naming saved={opened.one} onDone={back} /> : null}
    </Sheet>
  )
}

type RowsProps = Pick<SavedRecipientsSheetProps, 'saved' | 'onPick'> & { onOpen: (to: Opened) => void }

function Rows({ saved, onPick, onOpen }: RowsProps) {
  return (
    <ul className="-mx-4 max-h-[70dvh] overflow-y-auto border-t border-line">
      {saved.map((one) => {
        const { name, detail } = listWordsOf(one)
        return (
          <li key={one.id} className="flex items-center border-b border-line pr-2">
            <button
              type="button"
              onClick={() => onPick(one.id)}
              className="flex min-h-16 min-w-0 flex-1 items-center gap-3 py-2 pl-4 text-left -outline-offset-3"
            >
              <Mark names={detail.split(' · ').reverse()} />
              <span className="min-w-0">
                <span className="block font-medium tabular wrap-anywhere">{name}</span>
                <span className="block text-small text-ink-2 tabular wrap-anywhere">{detail}</span>
              </span>
            </button>
            {one.kind === 'phone' ? (
              <RowButton
                label={`${one.name === null ? 'Name' : 'Rename'} ${name}`}
                onClick={() => onOpen({ to: 'name', one })}
              >
                <Pencil aria-hidden size={18} />
              </RowButton>
            ) : null}
            <RowButton label={`Remove ${name}, ${detail}`} onClick={() => onOpen({ to: 'remove', one })}>
              <Trash2 aria-hidden size={18} />
            </RowButton>
          </li>
        )
      })}
      {saved.length === 0 ? <li className="px-4 py-4 text-ink-2">You have no saved recipients now.</li> : null}
    </ul>
  )
}

function RowButton({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="ml-2 grid size-12 shrink-0 place-items-center rounded-control text-ink-2"
    >
      {children}
    </button>
  )
}

/** Not a form: the sheet is opened from within one, which must not be submitted here. */
function Naming({ saved, onDone }: { saved: BeneficiaryOf<'phone'>; onDone: () => void }) {
  const [typed, setTyped] = useState(saved.name ?? '')
  const save = useNameBeneficiary()
  const { phone, networkName } = saved.details
  const submit = () => save.mutate({ id: saved.id, name: typed }, { onSuccess: onDone })
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-2 tabular">
        {formatPhone(phone)} · {networkName}
      </p>
      <Field
        label="Name"
        autoComplete="off"
        maxLength={CUSTOMER_NAME_MAX_LENGTH}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          submit()
        }}
        hint="Only you see it. Leave it empty to show the number alone."
      />
      <ErrorNotice error={save.error} />
      <Button wide busy={save.isPending && 'Saving…'} onClick={submit}>
        Save
      </Button>
      <Button tone="quiet" wide onClick={onDone}>
        Back
      </Button>
    </div>
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
