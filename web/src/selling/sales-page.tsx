import { lazy, Suspense, useState } from 'react'
import { SALES_PAGE_MAX } from '#contract/selling-limits.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { RadioTiles } from '#web/ui/radio-tiles.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { useWide } from '#web/ui/use-wide.ts'
import { lastDays } from './days.ts'
import { Figures } from './figures.tsx'
import { useSales } from './get-sales.ts'
import { SalesList } from './sales-list.tsx'
import { StallDrawing } from './stall-drawing.tsx'

// If the table cannot be fetched, the list shows the same.
const SalesTable = lazy(() => import('./sales-table.tsx').catch(() => ({ default: SalesList })))

const STRETCHES = [
  { id: '1', name: 'Today' },
  { id: '7', name: '7 days' },
  { id: '30', name: '30 days' },
  { id: '90', name: '90 days' },
] as const

/** Every sale of the last days, with its receipt. */
export default function SalesPage() {
  const [stretch, setStretch] = useState<(typeof STRETCHES)[number]['id']>('30')
  const wide = useWide()
  const pages = useSales(lastDays(Number(stretch)), wide ? SALES_PAGE_MAX : undefined)
  const first = pages.data?.pages[0]
  const sales = pages.data?.pages.flatMap((page) => page.sales)
  return (
    <Page title="Sales" back="/sell" isWide>
      <div className="flex flex-col gap-4 lg:grid lg:grid-cols-2 lg:gap-6">
        <RadioTiles legend="How far back" options={STRETCHES} chosen={stretch} onChoose={setStretch} />
        {first === undefined ? null : <Figures heading="Margin" of={first.totals} pending={first.pending} />}
      </div>
      <ErrorNotice error={pages.error} />
      {sales === undefined ? null : sales.length === 0 ? (
        <Empty drawing={<StallDrawing />} action={<ButtonLink to="/sell/one">Sell one</ButtonLink>}>
          You have not resold anything in these days.
        </Empty>
      ) : wide ? (
        <Suspense fallback={<SalesList sales={sales} />}>
          <SalesTable sales={sales} pages={pages} />
        </Suspense>
      ) : (
        <SalesList sales={sales} />
      )}
      <ShowMore pages={pages} />
    </Page>
  )
}
