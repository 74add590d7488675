import { KEPT_AFTER_CLOSING } from '#contract/privacy.ts'
import { Section } from '#web/public/faq/text-section.tsx'

/** What stays of an account after it is closed: the same list as in the data export. */
export function AfterClosing() {
  return (
    <Section id="after-closing" title="After you close your account">
      <p>This stays, and everything else is removed or replaced:</p>
      <dl className="flex flex-col gap-3">
        {KEPT_AFTER_CLOSING.map(({ what, why }) => (
          <div key={what}>
            <dt className="font-medium text-ink">{what}</dt>
            <dd>{why}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
