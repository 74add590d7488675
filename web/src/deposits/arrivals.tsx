import { CircleCheck, type LucideIcon, SearchCheck, Undo2 } from 'lucide-react'
import type { FundingAccountAnswer } from '#contract/funding.ts'
import { DEPOSITS_SHOWN } from '#contract/funding-limits.ts'
import { formatNaira } from '#contract/money.ts'
import { formatMoment } from '#contract/time.ts'
import { Chip } from '#web/ui/chip.tsx'

type Deposit = FundingAccountAnswer['deposits'][number]

const STATES: Record<Deposit['status'], { word: string; icon: LucideIcon; look: string; explanation: string | null }> =
  {
    credited: { word: 'In your wallet', icon: CircleCheck, look: 'bg-ok-tint text-ok', explanation: null },
    'under-review': {
      word: 'Under review',
      icon: SearchCheck,
      look: 'bg-wait-tint text-wait',
      explanation: 'It arrived. Our team must check it before we add it to your balance.',
    },
    'taken-back': {
      word: 'Taken back',
      icon: Undo2,
      look: 'bg-bad-tint text-bad',
      explanation: 'It arrived, and the bank took it back.',
    },
  }

/** Recent deposits. Updates live. */
export function Arrivals({ deposits }: { deposits: readonly Deposit[] }) {
  return (
    <section aria-labelledby="arrivals" className="flex flex-col gap-2">
      <h2 id="arrivals" className="text-h2">
        Money received
      </h2>
      <div aria-live="polite">
        {deposits.length === 0 ? (
          <p className="rounded-card bg-surface shadow-lift p-4 text-ink-2">Nothing yet.</p>
        ) : (
          <ul className="rounded-card bg-surface shadow-lift">
            {deposits.map((deposit) => (
              <DepositRow key={deposit.id} deposit={deposit} />
            ))}
          </ul>
        )}
        {deposits.length < DEPOSITS_SHOWN ? null : (
          <p className="pt-2 text-caption text-ink-3">
            The last {DEPOSITS_SHOWN} are shown. Your history has everything that reached your wallet.
          </p>
        )}
      </div>
    </section>
  )
}

function DepositRow({ deposit }: { deposit: Deposit }) {
  const { word, icon, look, explanation } = STATES[deposit.status]
  return (
    <li className="flex min-h-16 flex-wrap justify-between gap-x-3 border-b border-line px-4 py-3 last:border-b-0">
      <div className="min-w-0 flex-[1_1_7rem]">
        <p translate="no" className="font-head leading-snug font-semibold wrap-anywhere">
          {deposit.senderName ?? 'Sender not named'}
        </p>
        <p className="text-caption text-ink-3">{formatMoment(deposit.at)}</p>
      </div>
      <div className="ml-auto flex flex-col items-end gap-0.5">
        <p className={`font-head font-semibold tabular ${deposit.status === 'credited' ? 'text-ok' : 'text-ink'}`}>
          +{formatNaira(BigInt(deposit.amountKobo))}
        </p>
        <Chip word={word} icon={icon} look={look} />
      </div>
      {explanation === null ? null : <p className="w-full text-caption text-ink-2">{explanation}</p>}
    </li>
  )
}
