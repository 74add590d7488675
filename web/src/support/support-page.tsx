import { useInstallation } from '#web/installation/get-installation.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { CaseList } from './case-list.tsx'
import { OperatorLine } from './operator-line.tsx'
import { SupportChannels } from './support-channels.tsx'

/** The ways to reach support, and the reports so far. */
export default function SupportPage() {
  const { data: installation } = useInstallation()
  return (
    <Page title="Support" back="/dashboard">
      {installation === undefined ? null : <SupportChannels installation={installation} />}
      <p className="text-ink-2">
        Nobody from support ever needs your PIN, your password or a payment. Anyone who asks for one of them is not
        support.
      </p>
      <CaseList />
      <ButtonLink to="/support/report" wide>
        Report a problem
      </ButtonLink>
      <ButtonLink to="/faq" tone="quiet" wide>
        Frequently asked questions
      </ButtonLink>
      <OperatorLine operator={installation?.operator ?? null} />
    </Page>
  )
}
