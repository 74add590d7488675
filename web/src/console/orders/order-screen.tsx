import { useParams } from 'react-router'
import type { OrderAnswer } from '#contract/console/orders.ts'
import { providerName } from '#contract/console/provider-names.ts'
import { splitTokens } from '#contract/meter-tokens.ts'
import { Facts } from '#web/console/lines.tsx'
import { nairaOf } from '#web/console/naira-of.ts'
import { momentOf } from '#web/console/words.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { LookScreen } from './look-screen.tsx'
import { StepLine } from './step-line.tsx'
import { stepsOf } from './steps.ts'
import { useLook } from './use-look.ts'

/** One order: what is known, what is not, what happens automatically and when, and everything stored. */
export default function OrderScreen() {
  const { id = '' } = useParams()
  return <Order key={id} id={id} />
}

function Order({ id }: { id: string }) {
  const look = useLook<OrderAnswer>('orders', id)
  const { data } = look
  const title = data === undefined ? 'Order' : `${data.title}, ${nairaOf(data.amountKobo)}`
  return (
    <LookScreen
      title={title}
      {...look}
      chip={data === undefined ? null : <StatusChip status={data.status} />}
      state={data === undefined ? null : <State order={data} />}
      details={data === undefined ? null : <Details order={data} />}
    />
  )
}

function State({ order }: { order: OrderAnswer }) {
  const { state, meaning, customerReads } = order
  return (
    <section aria-label="State" className="flex flex-col gap-3">
      <StepLine steps={stepsOf(order)} />
      <div>
        <p>
          <b className="inline-block font-semibold first-letter:uppercase">{state.replaceAll('_', ' ')}.</b> {meaning}
        </p>
        <p className="text-small text-ink-2">
          {customerReads === null
            ? 'Give a reason to see what the customer reads about it: it can name the recipient.'
            : `The customer reads: ${customerReads}`}
        </p>
      </div>
    </section>
  )
}

function Details({ order }: { order: OrderAnswer }) {
  const amounts = [
    ['Amount', nairaOf(order.amountKobo)],
    ['Fee', nairaOf(order.feeKobo)],
    ['Duty', nairaOf(order.dutyKobo)],
    ['Discount', nairaOf(order.discountKobo)],
    ['Total', nairaOf(order.totalKobo)],
  ] as const
  const others = [
    ['To', order.recipient ?? 'none'],
    ['Number', order.recipientDetail ?? 'none'],
    ...(order.token === null ? [] : [['Token', splitTokens(order.token).join(', ')] as const]),
    ['Provider', order.provider === null ? 'none: we deliver it' : providerName(order.provider)],
    ['Reference', order.reference],
    ['Order', order.id],
    ['Made', momentOf(order.createdAt)],
    ['State since', momentOf(order.updatedAt)],
  ] as const
  return (
    <>
      <Facts title="Money" facts={amounts} />
      <Facts title="Details" facts={others} />
    </>
  )
}
