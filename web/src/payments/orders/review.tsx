import { type ComponentProps, lazy, Suspense } from 'react'
import { whenIdle } from '#web/lib/when-idle.ts'

const loadReviewSheet = () => import('./review-sheet.tsx')
const ReviewSheet = lazy(loadReviewSheet)

/** Fetches the review and approval while the form is filled in, never before the form itself is painted. */
export function prepareReview(): void {
  // A failure is harmless: it is fetched again once it is needed.
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
