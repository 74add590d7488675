import { Check, ChevronRight, Fingerprint, type LucideIcon, Plus, Smartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Transaction } from '#contract/transactions.ts'
import { browserHasPasskeys } from '#web/identity/passkeys/ceremony.ts'
import { usePasskeys } from '#web/identity/passkeys/get-passkeys.ts'
import { read, write } from '#web/lib/device-account.ts'
import { Button } from '#web/ui/button.tsx'
import { firstSteps, type Step } from './which-steps.ts'

/** Says nothing of whose they were. */
const KEY = 'jara.first-steps'

const STEPS: Record<Step, { to: string; title: string; icon: LucideIcon }> = {
  fund: { to: '/fund', title: 'Add money', icon: Plus },
  airtime: { to: '/airtime', title: 'Buy airtime', icon: Smartphone },
  fingerprint: { to: '/security', title: 'Set a fingerprint', icon: Fingerprint },
}

type FirstStepsProps = {
  /** Every transaction there is. */
  recent: readonly Transaction[]
}

/** What somebody who is new can do first. Each step goes when it is done; they do not come back once all are, or are put away. */
export default function FirstSteps({ recent }: FirstStepsProps) {
  const [isOver, setIsOver] = useState(() => read(KEY) !== null)
  return isOver ? null : <OpenSteps recent={recent} onPutAway={() => setIsOver(true)} />
}

function OpenSteps({ recent, onPutAway }: FirstStepsProps & { onPutAway: () => void }) {
  const { data } = usePasskeys()
  const open = data === undefined ? null : firstSteps(recent, !browserHasPasskeys() || data.passkeys.length > 0)
  const isDone = open?.length === 0
  useEffect(() => {
    if (isDone) write(KEY, 'done')
  }, [isDone])
  if (open === null || isDone) return null

  function putAway() {
    write(KEY, 'put-away')
    onPutAway()
  }

  return (
    <section aria-labelledby="first-steps" className="rounded-card border border-line bg-surface">
      <div className="flex flex-wrap items-center justify-between gap-x-2 pl-4">
        <h2 id="first-steps" className="text-h2">
          First steps
        </h2>
        <Button tone="plain" onClick={putAway}>
          <Check aria-hidden size={18} /> Hide
        </Button>
      </div>
      <ul>
        {open.map((step) => (
          <StepRow key={step} {...STEPS[step]} />
        ))}
      </ul>
    </section>
  )
}

function StepRow({ to, title, icon: Icon }: { to: string; title: string; icon: LucideIcon }) {
  return (
    <li className="border-t border-line">
      <Link to={to} className="flex min-h-12 items-center gap-3 px-4 py-2 font-medium -outline-offset-3">
        <Icon aria-hidden size={20} className="shrink-0 text-brand" />
        <span className="min-w-0 flex-1">{title}</span>
        <ChevronRight aria-hidden size={20} className="shrink-0 text-ink-3" />
      </Link>
    </li>
  )
}
