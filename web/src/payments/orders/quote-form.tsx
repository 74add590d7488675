import { type ReactNode, type RefObject, useEffect } from 'react'
import type { OrderKind } from '#contract/kinds/kinds.ts'
import { MoneyOutNotices } from '#web/identity/freeze/money-out-notices.tsx'
import { PauseNotices } from './pause-notices.tsx'
import { prepareReview } from './review.tsx'

type QuoteFormProps = {
  /** The kind of order. Its pauses are shown before anybody types. */
  kind: OrderKind
  /** From useQuoteForm, which finds the first wrong field in it. */
  element: RefObject<HTMLFormElement | null>
  onSubmit: () => void
  children: ReactNode
}

/** A form that asks for the terms of an order. The browser's own checks are off: ours have words for each field. */
export function QuoteForm({ kind, element, onSubmit, children }: QuoteFormProps) {
  useEffect(prepareReview, [])
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
      className="flex flex-col gap-3"
    >
      <MoneyOutNotices />
      <PauseNotices kind={kind} />
      {children}
    </form>
  )
}
