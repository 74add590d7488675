import { DEFAULT_BRAND } from '#contract/constants.ts'
import { Link } from '#web/lib/routing.tsx'
import { FaqContent } from './faq-content.tsx'
import type { FaqProps } from './faq-props.ts'
import { PublicScreen } from './public-screen.tsx'

/** The FAQ with the page around it. */
export function FaqScreen({ installation, signedIn }: FaqProps) {
  return (
    <PublicScreen
      title="Frequently asked questions"
      brand={installation?.brand ?? DEFAULT_BRAND}
      signedIn={signedIn}
      hasVisitorBar
    >
      <FaqContent installation={installation} signedIn={signedIn} />
      <p className="text-small text-ink-2">
        What we keep about you, and why:{' '}
        <Link to="/privacy" className="inline-block px-1 py-3 font-semibold text-brand underline">
          Privacy
        </Link>
      </p>
    </PublicScreen>
  )
}
