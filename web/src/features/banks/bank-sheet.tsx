import { Check } from 'lucide-react'
import { useState } from 'react'
import type { Bank } from '#contract/banks.ts'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Sheet } from '../../components/ui/sheet.tsx'
import { Spinner } from '../../components/ui/spinner.tsx'
import { messageOf } from '../../lib/api.ts'
import { useBanks } from './get-banks.ts'

type BankSheetProps = { chosen: Bank | null; onChoose: (bank: Bank) => void; onClose: () => void }

export function BankSheet({ chosen, onChoose, onClose }: BankSheetProps) {
  const { data: banks, error, refetch } = useBanks()
  const [text, setText] = useState('')
  const found = banks?.filter((bank) => bank.name.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <Sheet title="Choose the bank" onClose={onClose}>
      <div className="flex h-[70dvh] flex-col gap-3">
        <Field
          label="Search"
          type="search"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {error !== null && banks === undefined ? (
          <Notice tone="bad" role="alert">
            <p>{messageOf(error)}</p>
            <Button tone="quiet" onClick={() => void refetch()}>
              Try again
            </Button>
          </Notice>
        ) : null}
        {found === undefined && error === null ? (
          <p role="status" className="flex items-center gap-2 text-ink-2">
            <Spinner /> Reading the list of banks…
          </p>
        ) : null}
        <p role="status" className={found?.length === 0 ? 'text-ink-2' : 'sr-only'}>
          {found === undefined
            ? ''
            : found.length === 0
              ? 'No bank on the list has this name.'
              : `${found.length} banks`}
        </p>
        <ul className="-mx-4 min-h-0 flex-1 overflow-y-auto border-t border-line">
          {found?.map((bank) => (
            <BankRow key={bank.code} bank={bank} chosen={bank.code === chosen?.code} onChoose={onChoose} />
          ))}
        </ul>
      </div>
    </Sheet>
  )
}

function BankRow({ bank, chosen, onChoose }: { bank: Bank; chosen: boolean; onChoose: (bank: Bank) => void }) {
  return (
    <li className="border-b border-line">
      <button
        type="button"
        disabled={!bank.open}
        aria-pressed={chosen}
        onClick={() => onChoose(bank)}
        className="flex min-h-14 w-full items-center justify-between gap-3 px-4 py-2 text-left -outline-offset-3 disabled:text-ink-3"
      >
        <span>
          <span className="block font-medium">{bank.name}</span>
          {bank.open ? null : <span className="block text-caption">{bank.reason ?? 'Closed'}</span>}
        </span>
        {chosen ? <Check aria-hidden className="shrink-0 text-brand" /> : null}
      </button>
    </li>
  )
}
