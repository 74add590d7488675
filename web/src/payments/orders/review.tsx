import { type ComponentProps, lazy, Suspense } from 'react'

const loadReviewSheet = () => import('./review-sheet.tsx')
const ReviewSheet = lazy(loadReviewSheet)

/** Fetches what reviews and approves a payment while the form is filled in: the form itself is there before. */
export function prepareReview(): void {
  // Tried again once it is needed; until then nobody misses it.
  loadReviewSheet().catch(() => undefined)
}

/** The terms of one quote, to be approved. */
export function Review(props: ComponentProps<typeof ReviewSheet>) {
  return (
    <Suspense fallback={null}>
      <ReviewSheet {...props} />
    </Suspense>
  )
}
