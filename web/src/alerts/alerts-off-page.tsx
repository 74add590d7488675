import { useMutation } from '@tanstack/react-query'
import type { UnsubscribedAnswer } from '#contract/alert-settings.ts'
import { useLinkToken } from '#web/identity/recovery/link-token.ts'
import { api, isRefusal } from '#web/lib/api.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { CATEGORIES, categoryOf } from './alert-words.ts'

/**
 * The page behind the link in an alert's email: turns off that category's emails, without a sign-in, and nothing else.
 */
export default function AlertsOffPage() {
  const token = useLinkToken()
  const off = useMutation({
    mutationFn: () => api<UnsubscribedAnswer>('POST', `/api/alerts/unsubscribe?${new URLSearchParams({ token })}`),
  })
  const category = categoryOf(token.split('.')[1] ?? null)
  const isWrong = category === null || isRefusal(off.error, 'alert.link-wrong')
  return (
    <Page title="Alert emails" back="/">
      {off.isSuccess ? (
        <div role="status">
          <Notice>
            <p className="font-semibold">Emails about “{CATEGORIES[off.data.category].name}” are off</p>
            <p>These alerts are still in your inbox in the app, and in every other channel you have on.</p>
          </Notice>
        </div>
      ) : isWrong ? (
        <Notice tone="bad" role="alert">
          This link is incomplete. Nothing was changed. Open it again from the email, or choose your alerts under
          Security.
        </Notice>
      ) : (
        <>
          <p>Turn off emails about “{CATEGORIES[category].name}”?</p>
          <p className="text-ink-2">
            The alerts stay in your inbox in the app. Emails about sign-ins and security always come.
          </p>
          <ErrorNotice error={off.error} />
          <Button wide busy={off.isPending && 'Turning off…'} onClick={() => off.mutate()}>
            Turn these emails off
          </Button>
        </>
      )}
      <ButtonLink to="/security/alerts" tone="quiet" wide>
        Choose all your alerts
      </ButtonLink>
    </Page>
  )
}
