import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Page } from '#web/ui/page.tsx'
import { useHistoryFilter } from './history-filter.ts'
import { HistoryTabs, useIsSummary } from './history-tabs.tsx'
import { Summary } from './summary.tsx'
import { Transactions } from './transactions.tsx'

/** The transactions first; the figures and the statement are one tap away. */
export default function HistoryPage() {
  const [filter, change] = useHistoryFilter()
  return (
    <>
      <Page title="History" back="/dashboard" hasBottomBar isWide>
        {useIsSummary() ? (
          <>
            <HistoryTabs />
            <Summary filter={filter} />
          </>
        ) : (
          <Transactions filter={filter} change={change} />
        )}
      </Page>
      <BottomBar />
    </>
  )
}
