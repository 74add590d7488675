import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import type { Bank } from '#contract/banks.ts'
import { FieldNote } from '../../components/ui/field.tsx'
import { BankSheet } from './bank-sheet.tsx'

type BankFieldProps = { chosen: Bank | null; onChoose: (bank: Bank) => void; error?: string | undefined }

export function BankField({ chosen, onChoose, error }: BankFieldProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <span id={`${id}-label`} className="text-small font-medium text-ink-2">
        Bank
      </span>
      <button
        type="button"
        id={id}
        aria-haspopup="dialog"
        aria-labelledby={`${id}-label ${id}`}
        aria-describedby={error === undefined ? undefined : `${id}-note`}
        onClick={() => setOpen(true)}
        className={`flex min-h-12 items-center justify-between gap-2 rounded-control border bg-surface px-3 text-left ${error === undefined ? 'border-control' : 'border-bad'}`}
      >
        {chosen === null ? <span className="text-ink-3">Choose the bank</span> : chosen.name}
        <ChevronDown aria-hidden size={20} className="shrink-0 text-ink-3" />
      </button>
      {error === undefined ? null : (
        <FieldNote id={`${id}-note`} error>
          {error}
        </FieldNote>
      )}
      {open ? (
        <BankSheet
          chosen={chosen}
          onClose={() => setOpen(false)}
          onChoose={(bank) => {
            onChoose(bank)
            setOpen(false)
          }}
        />
      ) : null}
    </div>
  )
}
