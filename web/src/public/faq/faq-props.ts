import type { Installation } from '#contract/installation.ts'

export type FaqProps = {
  /** What this installation says of itself; undefined while that is not known. */
  installation: Installation | undefined
  signedIn: boolean
}
