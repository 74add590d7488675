import { useQuery } from '@tanstack/react-query'
import type { BpcSavingsAnswer } from '#contract/bpc.ts'
import type { Installation } from '#contract/installation.ts'
import { formatNairaShort } from '#contract/money.ts'
import type { Wallet } from '#contract/wallet.ts'
import { useInstallation } from '#web/installation/get-installation.ts'
import { api } from '#web/lib/api.ts'
import { LoadingOrFailed } from '#web/ui/load-failed.tsx'
import { Section } from '#web/ui/section.tsx'
import { useWallet } from '#web/wallet/get-wallet.ts'
import { NO_FORECAST, savingsWords } from './savings-words.ts'

/** When a BPC pays for itself, from the user's own payments. An owner reads what a second one adds. */
export default function Savings() {
  const wallet = useWallet().data
  const limits = useInstallation().data?.limits
  if (wallet === undefined || limits === undefined) return null
  return wallet.level === 'plus' ? <SecondOne wallet={wallet} limits={limits} /> : <PaysForItself />
}

function PaysForItself() {
  const { data, error, refetch } = useQuery({
    // Under `transactions`, so that a payment refreshes it.
    queryKey: ['transactions', 'savings'],
    queryFn: ({ signal }) => api<BpcSavingsAnswer>('GET', '/api/bpc/savings', undefined, signal),
  })
  if (data === undefined) {
    return (
      <Section title={NO_FORECAST}>
        <LoadingOrFailed error={error} onTryAgain={refetch} loading="Looking at your payments…" />
      </Section>
    )
  }
  const { heading, text, percent, rows } = savingsWords(data)
  return (
    <Section title={heading}>
      <p className="text-small text-ink-2 tabular">{text}</p>
      <div aria-hidden className="h-3 overflow-hidden rounded-full bg-sunken forced-colors:border">
        <div className="h-full bg-chart-in forced-colors:bg-[Highlight]" style={{ width: `${percent}%` }} />
      </div>
      {rows.length === 0 ? null : (
        <details>
          <summary className="flex min-h-12 cursor-pointer items-center text-small font-medium text-brand">
            How we counted
          </summary>
          <dl className="flex flex-col gap-1 text-small tabular">
            {rows.map(({ label, amount }) => (
              <div key={label} className="flex flex-wrap justify-between gap-x-3">
                <dt className="text-ink-2">{label}</dt>
                <dd className="ml-auto font-semibold">{amount}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-2 text-caption text-ink-3">Completed payments at today’s prices, with a BPC and without.</p>
        </details>
      )}
    </Section>
  )
}

/** A second BPC never changes prices: it raises the daily limit until the maximum. */
function SecondOne({ wallet, limits }: { wallet: Wallet; limits: Installation['limits'] }) {
  const room = BigInt(limits.maxKobo) - BigInt(wallet.dailyLimitKobo)
  const perBpc = BigInt(limits.perBpcKobo)
  const added = wallet.ownLimit !== null || room <= 0n ? 0n : room < perBpc ? room : perBpc
  return (
    <Section title="You have a BPC already">
      <p className="text-small text-ink-2 tabular">
        {added === 0n
          ? 'Another one adds nothing: your prices and your daily limit stay as they are.'
          : `Another one adds ${formatNairaShort(added)} to your daily limit. Your prices stay as they are.`}
      </p>
    </Section>
  )
}
