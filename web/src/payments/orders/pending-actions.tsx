import { messageOf } from '#web/lib/api.ts'
import { kindOf } from '#web/payments/kinds/kinds.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { askedText } from './asked-text.ts'
import { useOrder, useOrderAction } from './get-order.ts'

/** While an order has no final answer: ask the provider now, or take it back while it has not been sent. */
export function PendingActions({ orderId }: { orderId: string }) {
  const { data: order } = useOrder(orderId, 'watching')
  const action = useOrderAction(orderId)
  if (order?.status !== 'pending') return null
  if (order.state === 'awaiting_payment')
    return (
      <div data-toast-avoid="">
        <ButtonLink to={`/buy-bpc/payment?order=${order.id}`} tone="quiet" wide>
          Continue this purchase
        </ButtonLink>
      </div>
    )
  const { askedAt, said = null } = action.data ?? {}
  const asked = askedAt === undefined ? undefined : { askedAt, said }
  const doing = action.isPending ? action.variables : null
  return (
    <div data-toast-avoid="" className="flex flex-col gap-2">
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
          Check again
        </Button>
      )}
      {action.isError ? (
        <Notice tone="bad" role="alert">
          {messageOf(action.error)}
        </Notice>
      ) : null}
      <p role="status" className="text-center text-small text-ink-2 empty:hidden">
        {asked === undefined ? null : askedText(order.kind, asked)}
      </p>
    </div>
  )
}
