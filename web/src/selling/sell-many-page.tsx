import { useState } from 'react'
import { useLocation } from 'react-router'
import type { Network } from '#contract/purchases.ts'
import type { Batch } from '#contract/selling.ts'
import { ApiError, messageOf } from '#web/lib/api.ts'
import { Page } from '#web/ui/page.tsx'
import { CheckedList } from './checked-list.tsx'
import { useCheckList } from './get-list.ts'
import { ListFields, type ListForm } from './list-form.tsx'
import type { LeftOver } from './list-outcome.ts'
import { ListReviewSheet } from './list-review-sheet.tsx'

/** Many numbers, one check, one approval. */
export default function SellManyPage() {
  const { state } = useLocation()
  const left = (state ?? null) as LeftOver | null
  const [form, setForm] = useState<ListForm>({
    kind: left?.kind ?? 'airtime',
    text: left?.text ?? '',
    sellAtFaceValue: false,
  })
  const [list, setList] = useState<Batch | null>(null)
  const [said, setSaid] = useState<ReadonlyMap<number, Network>>(new Map())
  const [reviewing, setReviewing] = useState(false)
  const check = useCheckList()

  function ask(networks: ReadonlyMap<number, Network>) {
    setSaid(networks)
    const all = [...networks].map(([line, network]) => ({ line, network }))
    check.mutate({ ...form, networks: all }, { onSuccess: setList })
  }
  function edit() {
    setList(null)
    check.reset()
  }

  return (
    <Page title="Sell to many" back="/sell">
      {list === null ? (
        <ListFields
          form={form}
          onChange={(part) => {
            setForm({ ...form, ...part })
            check.reset()
          }}
          onCheck={() => ask(new Map())}
          checking={check.isPending}
          refusal={check.isError ? refusalOf(check.error) : null}
        />
      ) : (
        <CheckedList
          list={list}
          said={said}
          checking={check.isPending}
          problem={check.isError ? messageOf(check.error) : null}
          onNetwork={(line, network) => ask(new Map(said).set(line, network))}
          onEdit={edit}
          onApprove={() => setReviewing(true)}
        />
      )}
      {reviewing && list !== null ? (
        <ListReviewSheet
          key={list.id}
          list={list}
          onClose={() => {
            setReviewing(false)
            // Prices and networks may have changed meanwhile: what is approved next is fresh.
            if (Date.parse(list.expiresAt) <= Date.now()) ask(said)
          }}
        />
      ) : null}
    </Page>
  )
}

function refusalOf(error: unknown) {
  const lines = error instanceof ApiError && error.code === 'list.empty' ? Object.entries(error.fields) : []
  return { message: messageOf(error), lines }
}
