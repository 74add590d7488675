import { Pencil } from 'lucide-react'
import { maskNumber } from '#contract/masks.ts'
import { NETWORKS } from '#contract/phones.ts'
import type { Customer } from '#contract/selling.ts'
import { ButtonLink } from '#web/ui/button.tsx'

export type CustomersViewProps = {
  customers: readonly Customer[]
  onEdit: (customer: Customer) => void
}

/** Customers on a phone. */
export function CustomersList({ customers, onEdit }: CustomersViewProps) {
  return (
    <ul aria-label="Customers" className="overflow-hidden rounded-card bg-surface shadow-lift">
      {customers.map((each) => (
        <Row key={each.id} customer={each} onEdit={() => onEdit(each)} />
      ))}
    </ul>
  )
}

type CustomerProps = { customer: Customer; onEdit: () => void }

function Row({ customer, onEdit }: CustomerProps) {
  const { name, phone, network, note } = customer
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-3 py-2.5 last:border-b-0">
      <span className="min-w-0 flex-[1_1_8rem]">
        <span translate="no" className="block font-medium wrap-anywhere">
          {name}
        </span>
        <span className="block text-small text-ink-2 tabular">
          {maskNumber(phone)}
          {network === null ? '' : ` · ${NETWORKS[network].name}`}
        </span>
        {note === null ? null : <span className="block text-caption text-ink-3 wrap-anywhere">{note}</span>}
      </span>
      <span className="ml-auto">
        <CustomerActions customer={customer} onEdit={onEdit} />
      </span>
    </li>
  )
}

/** What can be done with a customer, in the list and in the table. */
export function CustomerActions({ customer: { id, name }, onEdit }: CustomerProps) {
  return (
    <span className="flex items-center justify-end">
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
  )
}
