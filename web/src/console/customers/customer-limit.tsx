import { useState } from 'react'
import type { CustomerAnswer } from '#contract/console/customers.ts'
import { nairaOf } from '#web/console/naira-of.ts'
import { REQUEST_STORED } from '#web/console/propose-sheet.tsx'
import { momentOf } from '#web/console/words.ts'
import { Button } from '#web/ui/button.tsx'
import { CustomerLimitSheet } from './customer-limit-sheet.tsx'

/** The daily limit that operators set for this customer alone, and who may ask for another. */
export function CustomerLimit({ customer }: { customer: CustomerAnswer }) {
  const [sheet, setSheet] = useState<'set' | 'end' | null>(null)
  const [done, setDone] = useState(false)
  const { id, ownLimit, mayLimit } = customer
  if (ownLimit === null && !mayLimit) return null
  return (
    <section
      aria-labelledby="own-limit"
      className="flex flex-col gap-3 rounded-tile bg-surface px-3.5 py-3 shadow-lift"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="own-limit" className="text-[0.9375rem]">
          Limit of this customer
        </h2>
        {mayLimit ? (
          <div className="flex flex-wrap gap-2">
            <Button
              tone="quiet"
              aria-label={ownLimit === null ? 'Propose a limit' : 'Change the limit'}
              onClick={() => setSheet('set')}
            >
              {ownLimit === null ? 'Propose' : 'Change'}
            </Button>
            {ownLimit === null ? null : (
              <Button tone="quiet" aria-label="End the limit" onClick={() => setSheet('end')}>
                End
              </Button>
            )}
          </div>
        ) : null}
      </div>
      <p role="status" className={done ? '' : 'sr-only'}>
        {done ? REQUEST_STORED : ''}
      </p>
      {ownLimit === null ? (
        <p className="text-ink-2">None: everybody’s limit holds.</p>
      ) : (
        <>
          <p className="font-medium tabular">{`${nairaOf(ownLimit.dailyKobo)} a day`}</p>
          {ownLimit.binds ? null : <p>It does not bind now: everybody’s limit is not higher.</p>}
          <p className="wrap-anywhere">{`Reason: ${ownLimit.reason}`}</p>
          <p className="text-caption wrap-anywhere text-ink-2">
            {`Set ${momentOf(ownLimit.setAt)}. Agreed to by ${ownLimit.setBy}.`}
          </p>
        </>
      )}
      {sheet === null ? null : (
        <CustomerLimitSheet
          customer={id}
          belowKobo={ownLimit === null ? customer.money.dailyLimitKobo : null}
          ends={sheet === 'end'}
          onClose={() => setSheet(null)}
          onDone={() => {
            setSheet(null)
            setDone(true)
          }}
        />
      )}
    </section>
  )
}
