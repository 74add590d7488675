import { useState } from 'react'
import { ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { RadioTiles } from '#web/ui/radio-tiles.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { lastDays } from './days.ts'
import { Figures } from './figures.tsx'
import { useSales } from './get-sales.ts'
import { SaleRow } from './sale-row.tsx'
import { StallDrawing } from './stall-drawing.tsx'

const STRETCHES = [
  { id: '1', name: 'Today' },
  { id: '7', name: '7 days' },
  { id: '30', name: '30 days' },
  { id: '90', name: '90 days' },
] as const

/** Every sale of the last days, with its receipt. */
export default function SalesPage() {
  const [stretch, setStretch] = useState<(typeof STRETCHES)[number]['id']>('30')
  const pages = useSales(lastDays(Number(stretch)))
  const first = pages.data?.pages[0]
  const sales = pages.data?.pages.flatMap((page) => page.sales)
  return (
    <Page title="Sales" back="/sell">
      <RadioTiles legend="How far back" options={STRETCHES} chosen={stretch} onChoose={setStretch} />
      <ErrorNotice error={pages.error} />
      {first === undefined ? null : <Figures heading="Margin" of={first.totals} pending={first.pending} />}
      {sales === undefined ? null : sales.length === 0 ? (
        <Empty drawing={<StallDrawing />} action={<ButtonLink to="/sell/one">Sell one</ButtonLink>}>
          You have not resold anything in these days.
        </Empty>
      ) : (
        <ul aria-label="Sales" className="overflow-hidden rounded-card border border-line bg-surface">
          {sales.map((sale) => (
            <SaleRow key={sale.orderId} sale={sale} />
          ))}
        </ul>
      )}
      <ShowMore pages={pages} />
    </Page>
  )
}
