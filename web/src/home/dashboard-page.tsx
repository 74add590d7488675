import { lazy, Suspense } from 'react'
import type { Wallet } from '#contract/wallet.ts'
import { MoneyOutNotices } from '#web/identity/freeze/money-out-notices.tsx'
import { messageOf } from '#web/lib/api.ts'
import { useOnline } from '#web/lib/online.ts'
import { whenIdle } from '#web/lib/when-idle.ts'
import { Age } from '#web/ui/age.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useWallet } from '#web/wallet/get-wallet.ts'
import { NewLimit } from '#web/wallet/new-limit.tsx'
import { BalanceCard } from './balance-card.tsx'
import { DashboardHeader } from './dashboard-header.tsx'
import { OpenBpcPurchase } from './open-bpc-purchase.tsx'
import { RecentTransactions } from './recent-transactions.tsx'
import { MoreServices, QuickActions } from './services.tsx'
import { useClothBar } from './use-cloth-bar.ts'
import { areStepsOver, isNewHere, STEPS_ROOM } from './which-steps.ts'

// Fetched only for new accounts, after the balance is painted. If that fails it is left out: nobody needs it to pay.
const FirstSteps = lazy(() => fetchFirstSteps().catch(() => ({ default: () => null })))

async function fetchFirstSteps() {
  await new Promise<void>(whenIdle)
  return await import('./first-steps.tsx')
}

/**
 * The wallet. On a phone it is one column: the latest payment shows without scrolling, or with first steps at least its
 * heading. On a wide window the balance and the actions are on the left, the history on the right. The last row grows
 * with a long list, so the left side stays together. Notices come right after the balance.
 */
export default function DashboardPage() {
  useClothBar()
  const { data: wallet, error, isOld } = useWallet()
  const isNew = error === null && !isOld && wallet !== undefined && isNewHere(wallet.recent)
  return (
    <>
      <DashboardHeader />
      <main className="page-enter wallet-columns pb-28 md:pt-1 md:pb-8">
        <BalanceCard wallet={wallet} />
        <div className="flex flex-col gap-2 pt-1 empty:hidden lg:pt-0">
          <Freshness wallet={wallet} error={error} isOld={isOld} />
          <MoneyOutNotices />
          {wallet?.debt ? <Notice tone="wait">{wallet.debt}</Notice> : null}
          <NewLimit />
          {wallet?.openBpcPurchase ? <OpenBpcPurchase purchase={wallet.openBpcPurchase} /> : null}
        </div>
        <QuickActions />
        <div className="flex flex-col gap-2 lg:col-start-2 lg:row-span-4 lg:row-start-1">
          {isNew ? (
            <Suspense fallback={areStepsOver() ? null : <div className={STEPS_ROOM} />}>
              <FirstSteps recent={wallet.recent} />
            </Suspense>
          ) : null}
          <RecentTransactions recent={wallet?.recent} failed={error !== null} />
        </div>
        <MoreServices />
      </main>
      <BottomBar />
    </>
  )
}

type FreshnessProps = Pick<ReturnType<typeof useWallet>, 'error' | 'isOld'> & { wallet: Wallet | undefined }

/** Says why the figures are not current, and how old they are. */
function Freshness({ wallet, error, isOld }: FreshnessProps) {
  const online = useOnline()
  if (error === null && !isOld) return null
  return (
    <Notice tone="wait" role="status">
      <p>
        {!online ? null : error === null ? 'We have not reached Jara yet. ' : `${messageOf(error)} `}
        {wallet === undefined ? (
          'We cannot show your balance right now.'
        ) : (
          <Age of="These figures" at={Date.parse(wallet.at)} />
        )}
      </p>
    </Notice>
  )
}
