import { lazy, Suspense, useEffect, useState } from 'react'
import type { Network } from '#contract/purchases.ts'
import type { Batch } from '#contract/selling.ts'
import { hasTexts, isText, useDraft } from '#web/identity/sessions/use-draft.ts'
import { ApiError, messageOf } from '#web/lib/api.ts'
import { serverNow } from '#web/lib/clock.ts'
import { useLocation } from '#web/lib/routing.tsx'
import { whenIdle } from '#web/lib/when-idle.ts'
import { Page } from '#web/ui/page.tsx'
import { useWide } from '#web/ui/use-wide.ts'
import { CheckedList } from './checked-list.tsx'
import { useCheckList } from './get-list.ts'
import { ListFields, type ListForm } from './list-form.tsx'
import type { LeftOver } from './list-outcome.ts'
import { isSoldKind } from './sold-kinds.ts'

/** Fetched while the list is written. */
const loadReviewSheet = () => import('./list-review-sheet.tsx')
const ListReviewSheet = lazy(loadReviewSheet)

const KEPT = {
  kind: isSoldKind,
  text: isText,
  sellAtFaceValue: (value: unknown) => typeof value === 'boolean',
} as const

/** A list as the server checked it, and the form it was checked from, without later edits. */
type Check = { readonly list: Batch; readonly of: ListForm }

/**
 * Many numbers, one check, one approval. On a phone the check replaces the list until the person wants to change it. A
 * wide window shows both, and an outdated check cannot be approved.
 */
export default function SellManyPage() {
  const { state } = useLocation()
  const left = hasTexts('kind', 'text')(state) ? (state as LeftOver) : null
  const empty: ListForm = { kind: left?.kind ?? 'airtime', text: left?.text ?? '', sellAtFaceValue: false }
  const [form, setForm] = useDraft(left === null ? 'list' : null, empty, KEPT)
  const [checked, setChecked] = useState<Check | null>(null)
  const [chosenNetworks, setChosenNetworks] = useState<ReadonlyMap<number, Network>>(new Map())
  const [reviewing, setReviewing] = useState(false)
  const check = useCheckList()
  const wide = useWide()
  const isOutdated = checked !== null && checked.of !== form
  useEffect(() => whenIdle(() => loadReviewSheet().catch(() => undefined)), [])

  function ask(of: ListForm, networks: ReadonlyMap<number, Network>) {
    setChosenNetworks(networks)
    const all = [...networks].map(([line, network]) => ({ line, network }))
    check.mutate({ ...of, networks: all }, { onSuccess: (list) => setChecked({ list, of }) })
  }
  function edit() {
    setChecked(null)
    check.reset()
  }

  return (
    <Page title="Sell to many" back="/sell" isWide>
      <div className="flex flex-col gap-4 lg:grid lg:grid-cols-2 lg:items-start lg:gap-6">
        {checked !== null && !wide ? null : (
          <ListFields
            form={form}
            onChange={(part) => {
              setForm({ ...form, ...part })
              check.reset()
            }}
            onCheck={() => ask(form, new Map())}
            isChecked={checked !== null && !isOutdated}
            checking={check.isPending}
            refusal={check.isError && (checked === null || isOutdated) ? refusalOf(check.error) : null}
          />
        )}
        {checked === null ? (
          wide ? (
            <NoCheckYet />
          ) : null
        ) : (
          <section aria-label="Check" className="flex flex-col gap-4">
            <CheckedList
              list={checked.list}
              chosenNetworks={chosenNetworks}
              checking={check.isPending}
              problem={check.isError && !isOutdated ? messageOf(check.error) : null}
              isOutdated={isOutdated}
              onNetwork={(line, network) => ask(checked.of, new Map(chosenNetworks).set(line, network))}
              onEdit={wide ? null : edit}
              onApprove={() => setReviewing(true)}
            />
          </section>
        )}
      </div>
      {reviewing && checked !== null ? (
        <Suspense fallback={null}>
          <ListReviewSheet
            key={checked.list.id}
            list={checked.list}
            onClose={() => {
              setReviewing(false)
              // Prices and networks may have changed meanwhile, so the next approval is of a fresh check.
              if (Date.parse(checked.list.expiresAt) <= serverNow()) ask(checked.of, chosenNetworks)
            }}
          />
        </Suspense>
      ) : null}
    </Page>
  )
}

function NoCheckYet() {
  return (
    <section aria-label="Check" className="rounded-card bg-surface shadow-lift p-4 text-ink-2">
      Check the list to see here what each line costs and what is wrong.
    </section>
  )
}

function refusalOf(error: unknown) {
  const lines = error instanceof ApiError && error.code === 'list.empty' ? Object.entries(error.fields) : []
  return { message: messageOf(error), lines }
}
