import { type ComponentProps, lazy, Suspense } from 'react'
import { whenIdle } from '#web/lib/when-idle.ts'

const loadReviewSheet = () => import('./review-sheet.tsx')
const ReviewSheet = lazy(loadReviewSheet)

/** Fetches what reviews and approves a payment while the form is filled in, never before the form itself is painted. */
export function prepareReview(): void {
  // Tried again once it is needed; until then nobody misses it.
  whenIdle(() => loadReviewSheet().catch(() => undefined))
}

/** The terms of one quote, to be approved. */
export function Review(props: ComponentProps<typeof ReviewSheet>) {
  return (
    <Suspense fallback={null}>
      <ReviewSheet {...props} />
    </Suspense>
  )
}
