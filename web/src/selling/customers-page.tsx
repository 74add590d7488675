import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { maskNumber } from '#contract/masks.ts'
import { NETWORKS } from '#contract/phones.ts'
import type { Customer } from '#contract/selling.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { CustomerSheet } from './customer-sheet.tsx'
import { useCustomers } from './get-customers.ts'
import { SimDrawing } from './sim-drawing.tsx'

const NOBODY = 'No customers yet. Save the people you sell to.'

/** The seller's own list of customers, with the whole number where one is changed or sold to. */
export default function CustomersPage() {
  const { data: customers, error } = useCustomers()
  const reading = customers === undefined && error === null
  const [text, setText] = useState('')
  const [open, setOpen] = useState<Customer | 'new' | null>(null)
  const found = customers?.filter((each) => matches(each, text))
  return (
    <Page title="Customers" back="/sell">
      {customers === undefined ? <ErrorNotice error={error} /> : null}
      {customers === undefined || customers.length === 0 ? null : (
        <SearchField label="Search customers" placeholder="Name or number" text={text} onChange={setText} />
      )}
      <p
        role="status"
        className={reading || (found?.length === 0 && text.trim() !== '') ? 'py-4 text-center text-ink-2' : 'sr-only'}
      >
        {reading ? 'Reading your customers…' : null}
        {found === undefined ? null : found.length > 0 ? `${found.length} customers` : nothing(text)}
      </p>
      {customers?.length === 0 ? <Empty drawing={<SimDrawing />}>{NOBODY}</Empty> : null}
      {found === undefined || found.length === 0 ? null : (
        <ul aria-label="Customers" className="overflow-hidden rounded-card border border-line bg-surface">
          {found.map((each) => (
            <Row key={each.id} customer={each} onEdit={() => setOpen(each)} />
          ))}
        </ul>
      )}
      {reading ? null : (
        <Button wide onClick={() => setOpen('new')}>
          <Plus aria-hidden size={18} /> Add a customer
        </Button>
      )}
      {open === null ? null : <CustomerSheet customer={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </Page>
  )
}

function matches({ name, phone, note }: Customer, text: string): boolean {
  return `${name} ${phone} ${note ?? ''}`.toLowerCase().includes(text.trim().toLowerCase())
}

function nothing(text: string): string {
  return text.trim() === '' ? '' : 'Nobody matches this search.'
}

function Row({ customer, onEdit }: { customer: Customer; onEdit: () => void }) {
  const { id, name, phone, network, note } = customer
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-3 py-2.5 last:border-b-0">
      <span className="min-w-0 flex-[1_1_8rem]">
        <span className="block font-medium wrap-anywhere">{name}</span>
        <span className="block text-small text-ink-2 tabular">
          {maskNumber(phone)}
          {network === null ? '' : ` · ${NETWORKS[network].name}`}
        </span>
        {note === null ? null : <span className="block text-caption text-ink-3 wrap-anywhere">{note}</span>}
      </span>
      <span className="ml-auto flex items-center">
        <ButtonLink to={`/sell/one?customer=${id}`} tone="plain">
          Sell
        </ButtonLink>
        <button
          type="button"
          aria-label={`Change ${name}`}
          onClick={onEdit}
          className="grid size-12 place-items-center rounded-control text-ink-2"
        >
          <Pencil aria-hidden size={18} />
        </button>
      </span>
    </li>
  )
}
