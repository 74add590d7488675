import { DEFAULT_BRAND } from '#contract/constants.ts'
import type { FaqProps } from '#web/public/faq/faq-props.ts'
import { PublicScreen } from '#web/public/faq/public-screen.tsx'
import { AfterClosing } from './after-closing.tsx'
import { Kept } from './kept.tsx'
import { Rights } from './rights.tsx'
import { WhoElse } from './who-else.tsx'

/** What happens to a person's data in this installation. Made from its two properties alone, like the FAQ. */
export function PrivacyScreen({ installation, signedIn }: FaqProps) {
  return (
    <PublicScreen title="Privacy" brand={installation?.brand ?? DEFAULT_BRAND} signedIn={signedIn}>
      <p className="text-ink-2">
        What we keep about you, why, for how long, and who else gets it. The law meant here is the Nigeria Data
        Protection Act 2023.
      </p>
      <Kept />
      <AfterClosing />
      <WhoElse installation={installation} />
      <Rights installation={installation} signedIn={signedIn} />
    </PublicScreen>
  )
}
