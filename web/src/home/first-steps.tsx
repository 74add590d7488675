import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Transaction } from '#contract/transactions.ts'
import { browserHasPasskeys } from '#web/identity/passkeys/ceremony.ts'
import { usePasskeys } from '#web/identity/passkeys/get-passkeys.ts'
import { write } from '#web/lib/device-account.ts'
import { Link } from '#web/lib/routing.tsx'
import { Button } from '#web/ui/button.tsx'
import { AddMoneyIcon, AirtimeIcon, type Duotone, SecurityIcon } from '#web/ui/duotone-icons.tsx'
import { areStepsOver, firstSteps, STEPS_KEY, STEPS_ROOM, type Step } from './which-steps.ts'

type StepLook = { to: string; title: string; icon: Duotone; look: string }

const STEPS: Record<Step, StepLook> = {
  fund: { to: '/fund', title: 'Add money', icon: AddMoneyIcon, look: 'family-palm' },
  airtime: { to: '/airtime', title: 'Buy airtime', icon: AirtimeIcon, look: 'family-lagoon' },
  fingerprint: { to: '/security#passkeys', title: 'Set a fingerprint', icon: SecurityIcon, look: 'family-indigo' },
}

type FirstStepsProps = {
  /** Every transaction there is. */
  recent: readonly Transaction[]
}

/** A new person's first steps. A step goes once it is done; after all are done or dismissed, they do not return. */
export default function FirstSteps({ recent }: FirstStepsProps) {
  const [isOver, setIsOver] = useState(areStepsOver)
  return isOver ? null : <OpenSteps recent={recent} onPutAway={() => setIsOver(true)} />
}

function OpenSteps({ recent, onPutAway }: FirstStepsProps & { onPutAway: () => void }) {
  const { data, isError } = usePasskeys()
  const open = data === undefined ? null : firstSteps(recent, !browserHasPasskeys() || data.passkeys.length > 0)
  const isDone = open?.length === 0
  useEffect(() => {
    if (isDone) write(STEPS_KEY, 'done')
  }, [isDone])
  if (isDone || isError) return null
  if (open === null) return <div className={STEPS_ROOM} />

  function putAway() {
    write(STEPS_KEY, 'put-away')
    onPutAway()
  }

  return (
    <section
      aria-labelledby="first-steps"
      className={`overflow-hidden rounded-card bg-surface shadow-lift ${STEPS_ROOM}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-2 pl-4">
        <h2 id="first-steps" className="text-h2">
          First steps
        </h2>
        <Button tone="plain" onClick={putAway}>
          <Check aria-hidden size={18} /> Hide
        </Button>
      </div>
      {/* Side by side, so that the payments below begin on the first view; the gaps are the lines between them. */}
      <ul className="flex flex-wrap gap-px border-t border-line bg-line">
        {open.map((step) => (
          <StepTile key={step} {...STEPS[step]} />
        ))}
      </ul>
    </section>
  )
}

function StepTile({ to, title, icon: Icon, look }: StepLook) {
  return (
    <li className="max-w-full flex-[1_0_max(5.5rem,30%)] bg-surface">
      <Link
        to={to}
        className="flex h-full min-h-14 items-center justify-center gap-2 px-2 py-1.5 text-small leading-tight font-medium -outline-offset-3"
      >
        <span className={`text-family ${look}`}>
          <Icon size={22} />
        </span>
        <span className="min-w-0">{title}</span>
      </Link>
    </li>
  )
}
