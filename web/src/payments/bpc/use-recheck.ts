import { useEffect, useRef, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { messageOf } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { useOrderAction } from '#web/payments/orders/get-order.ts'
import { dismissToast, showToast } from '#web/ui/toast.ts'

const CHECKING_MS = 2_000
const STILL_NOT_MS = 3_000

/**
 * "Re-check": the server asks the provider. A confirmation ends the wait at once, because the page that shows this goes
 * away. "Still not" is shown only after the whole CHECKING_MS, in which the confirmation may still come in.
 */
export function useRecheck(orderId: string): { recheck: () => Promise<void>; checking: boolean } {
  const action = useOrderAction(orderId)
  const [checking, setChecking] = useState(false)
  const toasts = useRef<number[]>([])
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      for (const id of toasts.current) dismissToast(id)
    }
  }, [])

  async function recheck(): Promise<void> {
    setChecking(true)
    const checkingToast = showToast('Checking payment status...', { durationMs: CHECKING_MS })
    toasts.current = [checkingToast]
    const wholeTime = new Promise((resolve) => setTimeout(resolve, CHECKING_MS))
    try {
      await action.mutateAsync('check')
      await wholeTime
      if (gone.current || !isWaiting(orderId)) return
      dismissToast(checkingToast)
      toasts.current = [showToast('Payment still not confirmed', { tone: 'bad', durationMs: STILL_NOT_MS })]
    } catch (error) {
      if (gone.current) return
      dismissToast(checkingToast)
      // The provider was not asked, so nothing is said about the payment.
      toasts.current = [showToast(messageOf(error), { tone: 'bad' })]
    } finally {
      setChecking(false)
    }
  }
  return { recheck, checking }
}

function isWaiting(orderId: string): boolean {
  const state = queryClient.getQueryData<Order>(['order', orderId])?.state
  return state === 'awaiting_payment' || state === 'expired'
}
