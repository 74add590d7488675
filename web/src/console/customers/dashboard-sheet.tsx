import { useQuery } from '@tanstack/react-query'
import { formatNaira } from '#contract/money.ts'
import type { Wallet } from '#contract/wallet.ts'
import { call } from '#web/console/call.ts'
import { Facts, Line, Lines } from '#web/console/lines.tsx'
import { momentOf } from '#web/console/words.ts'
import { signedNaira } from '#web/ui/amount.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

const naira = (kobo: string) => formatNaira(BigInt(kobo))

/** The answer that the customer's own dashboard gets, read-only: nobody is ever signed in as a customer. */
export function DashboardSheet({ customerId, onClose }: { customerId: string; onClose: () => void }) {
  const { data, error } = useQuery({
    queryKey: ['customer', customerId, 'dashboard'],
    queryFn: async ({ signal }) =>
      await call<Wallet>('GET', `/api/admin/customers/${customerId}/dashboard`, undefined, signal),
    gcTime: 0,
    retry: false,
  })
  return (
    <Sheet title="What they see" onClose={onClose}>
      <div className="flex flex-col gap-4 pt-2">
        <ErrorNotice error={error} />
        {data === undefined ? null : <Dashboard wallet={data} />}
      </div>
    </Sheet>
  )
}

function Dashboard({ wallet }: { wallet: Wallet }) {
  return (
    <>
      <p className="text-small text-ink-2">Their own dashboard at {momentOf(wallet.at)}. Nothing can be done here.</p>
      {wallet.debt === null ? null : <Notice tone="bad">{wallet.debt}</Notice>}
      <Facts
        title="Balance"
        facts={[
          ['Available', naira(wallet.availableKobo)],
          ['On its way', naira(wallet.heldKobo)],
          ['Spent today', `${naira(wallet.spentTodayKobo)} of ${naira(wallet.dailyLimitKobo)}`],
          ['Level', wallet.level === 'plus' ? 'Plus' : 'Basic'],
        ]}
      />
      {wallet.ownLimit === null ? null : <Notice tone="wait">{wallet.ownLimit}</Notice>}
      {wallet.newLimit === null ? null : (
        <Notice tone="wait">
          {naira(wallet.newLimit.leftKobo)} may still leave until {momentOf(wallet.newLimit.until)}.
        </Notice>
      )}
      <Lines title="Recent transactions">
        {wallet.recent.length === 0 ? <Line title="None yet." /> : null}
        {wallet.recent.map(({ id, title, counterparty, counterpartyDetail, amountKobo, status, createdAt }) => (
          <Line
            key={id}
            title={[title, counterparty].filter((each) => each !== null).join(', ')}
            detail={[counterpartyDetail, status, momentOf(createdAt)].filter((each) => each !== null).join(' · ')}
            aside={signedNaira(amountKobo)}
          />
        ))}
      </Lines>
    </>
  )
}
