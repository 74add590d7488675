import { Clock, Undo2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Order } from '#contract/orders.ts'
import { DoneMark } from '#web/ui/done-mark.tsx'
import { LogOutSlot } from '#web/ui/log-out-slot.tsx'
import { ModeLine } from '#web/ui/mode-line.tsx'
import { OfflineStrip } from '#web/ui/offline-strip.tsx'
import { PracticeNote } from '#web/ui/practice-note.tsx'

type ResultGroundProps = {
  order: Order
  /** The amount that every screen about the order begins with. */
  amount: string
  /** The screen was reached with a toast, so it keeps room for one. */
  hasMessage: boolean
  sentences: readonly string[]
  /** The title. */
  children: ReactNode
}

/** Green for completed, amber for pending and reversed. A failed payment has no colour: nothing happened. */
const GROUNDS = {
  completed: 'result-done selvedge',
  pending: 'result-waiting selvedge',
  reversed: 'result-waiting selvedge',
  failed: '',
} as const satisfies Record<Order['status'], string>

const MARKS = { pending: Clock, reversed: Undo2, failed: X } as const

/** The state of a payment at a glance: its mark, its title and the amount. */
export function ResultGround({ order: { id, status }, amount, hasMessage, sentences, children }: ResultGroundProps) {
  const isPlain = status === 'failed'
  const quiet = isPlain ? 'text-ink-3' : 'text-[#f2f4ff]'
  return (
    <div className={`-mx-4 ${isPlain ? '' : 'result'} ${GROUNDS[status]}`}>
      <header>
        <OfflineStrip />
        <div className="flex min-h-[62px] items-center justify-between gap-2 pr-1 pl-4">
          <div className="min-w-0">
            <ModeLine className={quiet} />
          </div>
          <LogOutSlot />
        </div>
      </header>
      <div
        aria-live="polite"
        // A toast briefly covers the details. Large text pushes them out of the window, so it fits above the mark
        // there.
        className={`flex flex-col items-center gap-1 px-4 pb-6 text-center ${hasMessage ? 'pt-[max(1rem,11rem-176px)]' : 'pt-4'}`}
      >
        <div data-toast-avoid="" className="flex flex-col items-center gap-1">
          <Disc>{status === 'completed' ? <DoneMark of={id} /> : <OpenMark status={status} />}</Disc>
          {children}
          <p className="font-head text-[min(3rem,15vw)] leading-[1.15] font-semibold tabular wrap-anywhere">{amount}</p>
          <PracticeNote className={isPlain ? 'text-accent-text' : quiet} />
        </div>
        {sentences.map((sentence) => (
          <p key={sentence} className={`max-w-[26rem] pt-1 text-balance ${isPlain ? 'text-ink-2' : quiet}`}>
            {sentence}
          </p>
        ))}
      </div>
    </div>
  )
}

function OpenMark({ status }: { status: keyof typeof MARKS }) {
  const Icon = MARKS[status]
  return (
    <span className={status === 'failed' ? 'text-bad' : ''}>
      <Icon aria-hidden size={44} strokeWidth={2.5} />
    </span>
  )
}

/** A white disc with dotted rings around it, like adire cloth. */
function Disc({ children }: { children: ReactNode }) {
  return (
    <div className="relative mb-13 grid size-23 place-items-center">
      <svg aria-hidden="true" viewBox="0 0 200 200" fill="none" stroke="currentColor" className="rings">
        <circle cx="100" cy="100" r="34" />
        <circle cx="100" cy="100" r="44" strokeWidth="4" strokeDasharray="0 9.2" strokeLinecap="round" />
        <circle cx="100" cy="100" r="54" />
        <circle cx="100" cy="100" r="66" strokeWidth="5" strokeDasharray="0 11.5" strokeLinecap="round" />
      </svg>
      <span className="disc relative grid size-23 place-items-center rounded-full">{children}</span>
    </div>
  )
}
