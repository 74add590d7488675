import { messageOf } from '#web/lib/api.ts'
import { kindOf } from '#web/payments/kinds/kinds.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useOrder, useOrderAction } from './get-order.ts'

/** While an order has no final answer: ask the provider now, or take it back while it has not been sent. */
export function PendingActions({ orderId }: { orderId: string }) {
  const { data: order } = useOrder(orderId, 'watching')
  const action = useOrderAction(orderId)
  if (order?.status !== 'pending') return null
  if (order.state === 'awaiting_payment')
    return (
      <ButtonLink to={`/buy-bpc/payment?order=${order.id}`} tone="quiet" wide>
        Continue this purchase
      </ButtonLink>
    )
  const doing = action.isPending ? action.variables : null
  return (
    <div className="flex flex-col gap-2">
      {order.state === 'held' ? (
        <Button
          tone="danger"
          wide
          busy={doing === 'cancel' && 'Cancelling…'}
          disabled={doing !== null}
          onClick={() => action.mutate('cancel')}
        >
          Cancel this {kindOf(order).noun}
        </Button>
      ) : (
        <Button
          tone="quiet"
          wide
          busy={doing === 'check' && 'Asking…'}
          disabled={doing !== null}
          onClick={() => action.mutate('check')}
        >
          Ask again now
        </Button>
      )}
      {action.isError ? (
        <Notice tone="bad" role="alert">
          {messageOf(action.error)}
        </Notice>
      ) : null}
      {action.isSuccess && action.variables === 'check' ? (
        <p role="status" className="text-center text-small text-ink-2">
          Asked. There is no final answer yet.
        </p>
      ) : null}
    </div>
  )
}
