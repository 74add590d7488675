import { useState } from 'react'
import type { CustomerAnswer } from '#contract/console/customers.ts'
import { mayMake } from '#contract/console/permissions.ts'
import type { Role } from '#contract/console/roles.ts'
import { EndSessionsSheet } from '#web/console/accounts/end-sessions-sheet.tsx'
import { REQUEST_STORED } from '#web/console/propose-sheet.tsx'
import { Link } from '#web/lib/routing.tsx'
import { Button } from '#web/ui/button.tsx'
import { FreezeSheet } from './freeze-sheet.tsx'
import { UnfreezeSheet } from './unfreeze-sheet.tsx'

type CustomerActionsProps = {
  readonly customer: CustomerAnswer
  readonly role: Role
  /** Called after a change, with the sentence to show. */
  readonly onDone: (sentence: string) => void
}

/** The actions this operator can take on the account, and why not the others. */
export default function CustomerActions({ customer, role, onDone }: CustomerActionsProps) {
  const { id, closedAt, frozenByTeam } = customer
  const [sheet, setSheet] = useState<'freeze' | 'unfreeze' | 'sessions' | null>(null)
  if (closedAt !== null) return null
  const close = () => setSheet(null)

  function finish(sentence: string) {
    setSheet(null)
    onDone(sentence)
  }

  return (
    <section aria-labelledby="actions" className="flex flex-col gap-2">
      <h2 id="actions" className="text-h2">
        Actions
      </h2>
      <div className="flex flex-wrap gap-2">
        {mayMake(role, 'freeze-customer') && (frozenByTeam === null || frozenByTeam.heading === 'wish') ? (
          <Button tone="quiet" onClick={() => setSheet('freeze')}>
            Freeze money out
          </Button>
        ) : null}
        {mayMake(role, 'unfreeze-customer') && frozenByTeam !== null && !frozenByTeam.liftWaits ? (
          <Button tone="quiet" onClick={() => setSheet('unfreeze')}>
            Propose to lift the freeze
          </Button>
        ) : null}
        {mayMake(role, 'end-sessions') ? (
          <Button tone="quiet" onClick={() => setSheet('sessions')}>
            End their sessions
          </Button>
        ) : null}
      </div>
      {frozenByTeam?.liftWaits ? (
        <Link to="/admin/proposals" className="inline-flex min-h-12 items-center font-medium text-brand">
          A request to lift the freeze waits in the proposals
        </Link>
      ) : null}
      {mayMake(role, 'freeze-customer') ? null : (
        <p className="text-small text-ink-2">Support, risk and managers freeze an account and end its sessions.</p>
      )}
      {sheet === 'freeze' ? <FreezeSheet customer={customer} role={role} onClose={close} onDone={finish} /> : null}
      {sheet === 'unfreeze' ? (
        <UnfreezeSheet customerId={id} onClose={close} onDone={() => finish(REQUEST_STORED)} />
      ) : null}
      {sheet === 'sessions' ? <EndSessionsSheet customerId={id} onClose={close} onDone={finish} /> : null}
    </section>
  )
}
