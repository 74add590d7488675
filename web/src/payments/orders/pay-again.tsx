import type { OrderKind } from '#contract/kinds/kinds.ts'
import { formatNairaShort } from '#contract/money.ts'
import type { Order, OrderOf } from '#contract/orders.ts'
import type { Network } from '#contract/purchases.ts'
import { useMe } from '#web/identity/accounts/get-me.ts'
import { keepDraft } from '#web/lib/drafts.ts'
import { useNavigate } from '#web/lib/routing.tsx'
import { kindOf } from '#web/payments/kinds/kinds.ts'
import { Button } from '#web/ui/button.tsx'
import { currentToast, dismissToast } from '#web/ui/toast.ts'

/** The label of the button, and the draft that fills in the form. A draft is named after the kind of its form. */
type Again<Kind extends OrderKind> = {
  readonly word: string
  readonly form: (order: OrderOf<Kind>) => Readonly<Record<string, unknown>>
}

const AGAIN: { readonly [Kind in OrderKind]: Again<Kind> | null } = {
  withdrawal: {
    word: 'Send again',
    form: ({ recipient: { accountNumber, bankCode, bankName }, amountKobo }) => ({
      accountNumber,
      // The bank list and the server decide whether it is open.
      bank: { code: bankCode, name: bankName, open: true },
      amount: amountText(amountKobo),
    }),
  },
  airtime: {
    word: 'Buy again',
    form: ({ recipient, amountKobo }) => ({ ...numberOf(recipient), amount: amountText(amountKobo) }),
  },
  data: { word: 'Buy again', form: ({ recipient }) => numberOf(recipient) },
  electricity: {
    word: 'Pay again',
    form: ({ recipient: { biller, billerName, meterNumber, meterType, phone }, amountKobo }) => ({
      biller: { id: biller, name: billerName },
      meterNumber,
      meterType,
      phone,
      amount: amountText(amountKobo),
    }),
  },
  tv: {
    word: 'Pay again',
    form: ({ recipient: { biller, billerName, smartcardNumber, phone } }) => ({
      biller: { id: biller, name: billerName },
      smartcardNumber,
      phone,
    }),
  },
  education: { word: 'Buy again', form: ({ recipient: { phone } }) => ({ phone }) },
  // A BPC is bought in steps of its own.
  bpc: null,
}

const amountText = (amountKobo: string) => formatNairaShort(BigInt(amountKobo)).replace('₦', '')

function numberOf({ phone, network }: { phone: string; network: Network }) {
  return { phone, choice: { network, phone, isSaved: true } }
}

/** Opens the form with the details of a finished payment. The review and the PIN follow as always. */
export function PayAgain({ order }: { order: Order }) {
  const navigate = useNavigate()
  const userId = useMe().data?.user.id
  const again = AGAIN[order.kind] as Again<OrderKind> | null
  if (again === null || order.sale !== null || order.status === 'pending') return null
  function open(form: Readonly<Record<string, unknown>>) {
    const toast = currentToast()
    // The toast is about the first payment.
    if (toast !== null) dismissToast(toast.id)
    if (userId !== undefined) keepDraft({ userId, name: order.kind, form })
    navigate(kindOf(order).afterApproval.path.replace(/\/processing$/, ''))
  }
  return (
    <Button tone="quiet" onClick={() => open(again.form(order))}>
      {order.status === 'completed' ? again.word : 'Try again'}
    </Button>
  )
}
