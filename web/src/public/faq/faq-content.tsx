import type { Installation } from '#contract/installation.ts'
import { About } from './about.tsx'
import { Questions } from './questions.tsx'

export type FaqProps = {
  /** What this installation says of itself; undefined while that is not known. */
  installation: Installation | undefined
  signedIn: boolean
}

/** All that is said about the product. Made from its two properties alone, so that it can be rendered anywhere. */
export function FaqContent(props: FaqProps) {
  return (
    <>
      <About {...props} />
      <Questions {...props} />
    </>
  )
}
