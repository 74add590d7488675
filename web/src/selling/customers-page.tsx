import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { searchTexts } from '#contract/search-texts.ts'
import type { Customer } from '#contract/selling.ts'
import { searchable } from '#contract/typed.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useWide } from '#web/ui/use-wide.ts'
import { CustomerSheet } from './customer-sheet.tsx'
import { CustomersList, type CustomersViewProps } from './customers-list.tsx'
import { useCustomers } from './get-customers.ts'
import { SimDrawing } from './sim-drawing.tsx'

// If the table cannot be fetched, the list shows the same.
const CustomersTable = lazy(() => import('./customers-table.tsx').catch(() => ({ default: CustomersList })))

const NOBODY = 'No customers yet. Save the people you sell to.'

/** The seller's own list of customers, with the whole number where one is changed or sold to. */
export default function CustomersPage() {
  const { data: customers, error } = useCustomers()
  const reading = customers === undefined && error === null
  const [text, setText] = useState('')
  const [open, setOpen] = useState<Customer | 'new' | null>(null)
  const wide = useWide()
  const found = customers?.filter((each) => matches(each, text))
  return (
    <Page title="Customers" back="/sell" isWide>
      {customers === undefined ? <ErrorNotice error={error} /> : null}
      {customers === undefined || customers.length === 0 ? null : (
        <div className="w-full lg:max-w-[480px]">
          <SearchField label="Search customers" placeholder="Name or number" text={text} onChange={setText} />
        </div>
      )}
      <p
        role="status"
        className={reading || (found?.length === 0 && text.trim() !== '') ? 'py-4 text-center text-ink-2' : 'sr-only'}
      >
        {reading ? 'Loading your customers…' : null}
        {found === undefined ? null : found.length === 0 ? nothing(text) : wide ? null : `${found.length} customers`}
      </p>
      {customers?.length === 0 ? <Empty drawing={<SimDrawing />}>{NOBODY}</Empty> : null}
      {found === undefined || found.length === 0 ? null : <Found customers={found} onEdit={setOpen} wide={wide} />}
      {reading ? null : (
        <div className="flex w-full flex-col lg:mx-auto lg:max-w-[480px]">
          <Button wide onClick={() => setOpen('new')}>
            <Plus aria-hidden size={18} /> Add a customer
          </Button>
        </div>
      )}
      {open === null ? null : <CustomerSheet customer={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </Page>
  )
}

function Found({ wide, ...found }: CustomersViewProps & { wide: boolean }) {
  if (!wide) return <CustomersList {...found} />
  return (
    <Suspense fallback={<CustomersList {...found} />}>
      <CustomersTable {...found} />
    </Suspense>
  )
}

function matches({ name, phone, note }: Customer, text: string): boolean {
  const whole = searchable(`${name} ${phone} ${note ?? ''}`)
  return searchTexts(text).some((each) => whole.includes(each))
}

function nothing(text: string): string {
  return text.trim() === '' ? '' : 'Nobody matches this search.'
}
