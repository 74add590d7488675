import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { BpcSavingsAnswer } from '#contract/bpc.ts'
import { formatNairaShort } from '#contract/money.ts'
import { useInstallation } from '#web/installation/get-installation.ts'
import { api, messageOf } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useWallet } from '#web/wallet/get-wallet.ts'
import { savingsWords } from './savings-words.ts'

/** Whether a BPC pays for itself, by the person's own payments; for somebody who has one, what another adds. */
export default function Savings() {
  const wallet = useWallet().data
  if (wallet === undefined) return null
  return wallet.level === 'plus' ? <SecondOne /> : <PaysForItself />
}

function PaysForItself() {
  const headingId = useId()
  const { data, error, refetch } = useQuery({
    // Under `transactions`: a payment changes it too.
    queryKey: ['transactions', 'savings'],
    queryFn: ({ signal }) => api<BpcSavingsAnswer>('GET', '/api/bpc/savings', undefined, signal),
  })
  if (data === undefined) {
    return error === null ? (
      <p role="status" className="flex items-center gap-2 text-small text-ink-2">
        <Spinner /> Looking at your payments…
      </p>
    ) : (
      <div role="alert" className="flex flex-col gap-2">
        <p>{messageOf(error)}</p>
        <Button tone="quiet" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  const { heading, text, percent, rows } = savingsWords(data)
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-1.5">
      <h2 id={headingId} className="text-h2 text-balance">
        {heading}
      </h2>
      <p className="text-small text-ink-2 tabular">{text}</p>
      <div aria-hidden className="mt-1 h-3 overflow-hidden rounded-full bg-sunken forced-colors:border">
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
    </section>
  )
}

/** Prices are as good as they get with the first one: another one raises the limit, and nothing else. */
function SecondOne() {
  const headingId = useId()
  const wallet = useWallet().data
  const limits = useInstallation().data?.limits
  if (wallet === undefined || limits === undefined) return null
  const room = BigInt(limits.maxKobo) - BigInt(wallet.dailyLimitKobo)
  const perBpc = BigInt(limits.perBpcKobo)
  const added = wallet.ownLimit !== null || room <= 0n ? 0n : room < perBpc ? room : perBpc
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-1.5">
      <h2 id={headingId} className="text-h2 text-balance">
        You have a BPC already
      </h2>
      <p className="text-small text-ink-2 tabular">
        {added === 0n
          ? 'Another one adds nothing: your prices and your daily limit stay as they are.'
          : `Another one adds ${formatNairaShort(added)} to your daily limit. Your prices stay as they are.`}
      </p>
    </section>
  )
}
