import { useState } from 'react'
import { maskNumber } from '#contract/masks.ts'
import { NETWORKS } from '#contract/phones.ts'
import type { Customer } from '#contract/selling.ts'
import { formatMoment } from '#contract/time.ts'
import { compareWords, type Sort, sortRows } from '#web/ui/sort-rows.ts'
import { type Column, SortableTable } from '#web/ui/sortable-table.tsx'
import { CustomerActions, type CustomersViewProps } from './customers-list.tsx'

const networkOf = ({ network }: Customer) => (network === null ? '' : NETWORKS[network].name)

const COMPARE: Readonly<Record<string, (one: Customer, other: Customer) => number>> = {
  name: (one, other) => compareWords(one.name, other.name),
  network: (one, other) => compareWords(networkOf(one), networkOf(other)),
  added: (one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt),
}

/** Customers on a wide window. All are loaded, so sorting covers them all. */
export default function CustomersTable({ customers, onEdit }: CustomersViewProps) {
  const [sort, setSort] = useState<Sort>({ column: 'name', direction: 'ascending' })
  const compare = COMPARE[sort.column]
  const columns: readonly Column<Customer>[] = [
    { id: 'name', head: 'Name', sorts: 'ascending', isRowHead: true, cell: ({ name }) => name },
    { id: 'number', head: 'Number', cell: ({ phone }) => <span className="tabular">{maskNumber(phone)}</span> },
    { id: 'network', head: 'Network', sorts: 'ascending', cell: networkOf },
    { id: 'note', head: 'Note', cell: ({ note }) => <span className="wrap-anywhere">{note}</span> },
    { id: 'added', head: 'Added', sorts: 'descending', cell: ({ createdAt }) => formatMoment(createdAt) },
    {
      id: 'actions',
      head: 'Actions',
      isHeadHidden: true,
      isAtEnd: true,
      cell: (each) => <CustomerActions customer={each} onEdit={() => onEdit(each)} />,
    },
  ]
  return (
    <SortableTable
      caption={customers.length === 1 ? '1 customer' : `${customers.length} customers`}
      columns={columns}
      rows={compare === undefined ? customers : sortRows(customers, sort.direction, compare)}
      keyOf={({ id }) => id}
      sort={sort}
      onSort={setSort}
    />
  )
}
