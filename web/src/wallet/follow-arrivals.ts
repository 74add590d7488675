import type { QueryClient } from '@tanstack/react-query'
import { PRACTICE_MONEY } from '#contract/constants.ts'
import type { Installation } from '#contract/installation.ts'
import { serverNow } from '#web/lib/clock.ts'
import { shortTouch } from '#web/lib/short-touch.ts'
import { showToast } from '#web/ui/toast.ts'
import { arrivalsIn, arrivalText } from './arrival-text.ts'
import { walletQuery } from './get-wallet.ts'
import { listTextNow } from './hidden-amounts.ts'

/** Shows a message when money arrives, whichever screen is open. */
export function followArrivals(queries: QueryClient): void {
  const recent = () => queries.getQueryData(walletQuery.queryKey)?.recent
  let before = recent()
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryKey[0] !== walletQuery.queryKey[0]) return
    // On a screen that does not show the wallet, nothing else would fetch it.
    if (event.action.type === 'invalidate' && !event.query.isActive()) void queries.prefetchQuery(walletQuery)
    if (event.action.type !== 'success') return
    const after = recent()
    const text = before && after ? arrivalText(arrivalsIn(after, before, serverNow())) : null
    before = after
    if (text !== null) announce(queries, text)
  })
}

function announce(queries: QueryClient, text: string): void {
  const isPractice = queries.getQueryData<Installation>(['installation'])?.mode === 'sandbox'
  showToast(listTextNow(text), { tone: 'good', ...(isPractice ? { text: PRACTICE_MONEY } : {}) })
  shortTouch()
}
