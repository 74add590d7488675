import { About } from './about.tsx'
import type { FaqProps } from './faq-props.ts'
import { Questions } from './questions.tsx'

/** The whole FAQ. Made from its two properties alone, so that it can be rendered anywhere. */
export function FaqContent(props: FaqProps) {
  return (
    <>
      <About {...props} />
      <Questions {...props} />
    </>
  )
}
