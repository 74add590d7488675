import { Link } from '#web/lib/routing.tsx'
import type { FaqProps } from '#web/public/faq/faq-props.ts'
import { Section } from '#web/public/faq/text-section.tsx'

/** What a person may ask for, and where it is done. */
export function Rights({ signedIn }: FaqProps) {
  return (
    <Section id="rights" title="Your rights">
      <ul className="flex list-disc flex-col gap-1.5 pl-5">
        <li>To see it and take it with you: Security, “Your data”, as one file. Statements are under History.</li>
        <li>To correct it: your name and picture under Profile, your email under Security.</li>
        <li>To have it deleted: Security, “Close account”. What stays then is listed above.</li>
        <li>To object, to limit what is done with it, or to take back a consent: tell support.</li>
        <li>To complain to the Nigeria Data Protection Commission (NDPC), at any time.</li>
      </ul>
      {signedIn ? (
        <Link
          to="/security"
          className="inline-flex min-h-12 items-center self-start font-semibold text-brand underline"
        >
          Open Security
        </Link>
      ) : null}
    </Section>
  )
}
