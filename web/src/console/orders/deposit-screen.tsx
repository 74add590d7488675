import { useParams } from 'react-router'
import type { DepositAnswer } from '#contract/console/orders.ts'
import { providerName } from '#contract/console/provider-names.ts'
import { Facts } from '#web/console/lines.tsx'
import { nairaOf } from '#web/console/naira-of.ts'
import { momentOf } from '#web/console/words.ts'
import { Link } from '#web/lib/routing.tsx'
import { LookScreen } from './look-screen.tsx'
import { useLook } from './use-look.ts'

/** One deposit: what is known, what is not, what happens automatically and when, and everything stored. */
export default function DepositScreen() {
  const { id = '' } = useParams()
  return <Deposit key={id} id={id} />
}

function Deposit({ id }: { id: string }) {
  const look = useLook<DepositAnswer>('deposits', id)
  const { data } = look
  return (
    <LookScreen
      title={data === undefined ? 'Deposit' : `Deposit, ${nairaOf(data.amountKobo)}`}
      {...look}
      state={data === undefined ? null : <State deposit={data} />}
      details={data === undefined ? null : <Details deposit={data} />}
    />
  )
}

function State({ deposit: { state, meaning, orderId } }: { deposit: DepositAnswer }) {
  return (
    <section aria-label="State" className="flex flex-col gap-1">
      <p>
        <b className="inline-block font-semibold first-letter:uppercase">{state.replaceAll('_', ' ')}.</b> {meaning}
      </p>
      {orderId === null ? null : (
        <Link to={`/admin/orders/${orderId}`} className="inline-flex min-h-12 items-center font-medium text-brand">
          The purchase it was made for
        </Link>
      )}
    </section>
  )
}

function Details({ deposit }: { deposit: DepositAnswer }) {
  const amounts = [
    ['Amount', nairaOf(deposit.amountKobo)],
    [`Fee of ${providerName(deposit.provider)}, our expense`, nairaOf(deposit.providerFeeKobo)],
    ['Where the money is', deposit.money],
  ] as const
  const others = [
    ['Sender', deposit.sender ?? 'not named'],
    ['Into account number', deposit.accountNumber ?? 'not named'],
    ['Provider', providerName(deposit.provider)],
    ['Reference', deposit.reference],
    ['Provider’s id', deposit.providerTransactionId],
    ['Deposit', deposit.id],
    ['Paid', deposit.paidAt === null ? 'not stated' : momentOf(deposit.paidAt)],
    ['Booked', momentOf(deposit.bookedAt)],
  ] as const
  return (
    <>
      <Facts title="Money" facts={amounts} />
      <Facts title="Details" facts={others} />
    </>
  )
}
