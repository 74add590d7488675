import { useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { onSheets, paymentOpen, paymentOpenElsewhere } from './payment-open.ts'
import { applyUpdate, onUpdateReady, updateReady } from './updates.ts'

type Answer = 'none' | 'asking' | 'later' | 'payment-elsewhere'

/** Offers a new version while no payment or sheet is open. It is applied only when the person asks for it. */
export function UpdatePrompt() {
  const ready = useSyncExternalStore(onUpdateReady, updateReady)
  const [answer, setAnswer] = useState<Answer>('none')
  return ready && answer !== 'later' ? <Prompt answer={answer} onAnswer={setAnswer} /> : null
}

function Prompt({ answer, onAnswer }: { answer: Answer; onAnswer: (answer: Answer) => void }) {
  const { pathname } = useLocation()
  const busy = useSyncExternalStore(onSheets, () => paymentOpen(pathname))
  if (busy) return null

  async function reload(): Promise<void> {
    onAnswer('asking')
    if (await paymentOpenElsewhere()) onAnswer('payment-elsewhere')
    else if (paymentOpen()) onAnswer('none')
    else applyUpdate()
  }

  return (
    <section
      aria-label="New version"
      data-page-floor=""
      className="fade-in fixed right-0 left-(--rail) z-40 mx-auto w-full max-w-[480px] px-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-control border border-control bg-surface py-2 pr-2 pl-4">
        <div role="status" className="min-w-0 flex-[1_1_6rem] py-1">
          <p className="font-semibold">A new version is ready</p>
          {answer === 'payment-elsewhere' ? (
            <p className="text-small text-ink-2">A payment is open in another tab. Finish it there first.</p>
          ) : null}
        </div>
        <div className="flex gap-2">
          <Button tone="plain" slim onClick={() => onAnswer('later')}>
            Later
          </Button>
          <Button tone="quiet" slim busy={answer === 'asking' && 'Loading…'} onClick={() => void reload()}>
            Reload
          </Button>
        </div>
      </div>
    </section>
  )
}
