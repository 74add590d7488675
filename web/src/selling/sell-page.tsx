import { ChevronRight, ReceiptText, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '#web/lib/routing.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { DayChart } from './day-chart.tsx'
import { type Days, lastDays } from './days.ts'
import { Figures } from './figures.tsx'
import { useSales } from './get-sales.ts'

const CHART_DAYS = 14

/** The seller's start screen: today's figures, and the ways to sell. */
export default function SellPage() {
  // One response for both, so that today is the same figure in both.
  const days = lastDays(CHART_DAYS)
  const sales = useSales(days)
  return (
    <>
      <Page title="Sell" back="/dashboard" hasBottomBar>
        <Today sales={sales} />
        <div className="flex flex-col gap-2">
          <ButtonLink to="/sell/one" wide>
            Sell one
          </ButtonLink>
          <ButtonLink to="/sell/many" tone="quiet" wide>
            Sell to many
          </ButtonLink>
        </div>
        <ul className="overflow-hidden rounded-card bg-surface shadow-lift">
          <Place to="/sell/sales" icon={<ReceiptText aria-hidden size={20} />} label="All sales and receipts" />
          <Place to="/sell/customers" icon={<UsersRound aria-hidden size={20} />} label="Customers" />
        </ul>
        {/* Last, so that nothing moves when it loads. */}
        <LastDays of={days} sales={sales} />
      </Page>
      <BottomBar />
    </>
  )
}

function Today({ sales: { data, error } }: { sales: ReturnType<typeof useSales> }) {
  const today = data?.pages[0]?.lastDay
  if (today !== undefined) return <Figures heading="Today’s margin" of={today.totals} pending={today.pending} />
  if (error !== null) return <ErrorNotice error={error} />
  return <Room className="min-h-40" />
}

function LastDays({ of, sales: { data, error } }: { of: Days; sales: ReturnType<typeof useSales> }) {
  const page = data?.pages[0]
  if (page !== undefined) return <DayChart days={page.days} of={of} />
  return error === null ? <Room className="min-h-60" /> : null
}

/** As high as the content it stands in for, so nothing below it moves. */
function Room({ className }: { className: string }) {
  return (
    <p
      role="status"
      className={`${className} flex items-center justify-center gap-2 rounded-card bg-surface shadow-lift text-small text-ink-2`}
    >
      <Spinner /> Loading your sales…
    </p>
  )
}

function Place({ to, icon, label }: { to: string; icon: ReactNode; label: string }) {
  return (
    <li className="border-b border-line last:border-b-0">
      <Link to={to} className="flex min-h-16 items-center gap-3 px-4 -outline-offset-3">
        <span className="text-brand">{icon}</span>
        <span className="min-w-0 flex-1 font-medium">{label}</span>
        <ChevronRight aria-hidden size={20} className="text-ink-3" />
      </Link>
    </li>
  )
}
