import { useMutation } from '@tanstack/react-query'
import { useLinkToken } from '#web/identity/recovery/link-token.ts'
import { api, isRefusal } from '#web/lib/api.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'

/**
 * The page behind an email's "this was not me" link: freezes money at once, for a user who may not be able to sign in.
 */
export default function FreezeLinkPage() {
  const token = useLinkToken()
  const freeze = useMutation({
    mutationFn: (body: { token: string }) => api<undefined>('POST', '/api/freeze-links', body),
  })
  const isOver = token === '' || isRefusal(freeze.error, 'account.link-ended')

  if (freeze.isSuccess)
    return (
      <Page title="Freeze your account" back="/">
        <div role="status">
          <Notice tone="wait">
            <p className="font-semibold">This account is frozen</p>
            <p>
              Nothing can be paid or bought from it until its owner unfreezes it. Money still comes in, and payments
              approved before continue.
            </p>
          </Notice>
        </div>
        <p className="text-ink-2">
          Now choose a new password. Then sign in, check under Security for devices, passkeys and apps you do not
          recognise, and unfreeze when all is well.
        </p>
        <ButtonLink to="/forgot-password" wide>
          Choose a new password
        </ButtonLink>
        <ButtonLink to="/signin" tone="quiet" wide>
          Sign in
        </ButtonLink>
      </Page>
    )
  return (
    <Page title="Freeze your account" back="/">
      {isOver ? (
        <>
          <Notice tone="bad" role="alert">
            This link is incomplete. Nothing was changed. Open it again from the email.
          </Notice>
          <p className="text-ink-2">You can also sign in and freeze your account under Security.</p>
          <ButtonLink to="/signin" wide>
            Sign in
          </ButtonLink>
        </>
      ) : (
        <>
          <p>Wasn’t you? This stops all payments from your account at once. You do not need to sign in.</p>
          <p className="text-ink-2">
            Money still comes in, and payments approved before continue. Only the owner can unfreeze it, after a full
            sign-in with password and PIN or passkey. If somebody has asked our team for this account, that is stopped
            too. Nothing else is changed.
          </p>
          <ErrorNotice error={freeze.error} />
          <Button tone="danger" wide busy={freeze.isPending && 'Freezing…'} onClick={() => freeze.mutate({ token })}>
            Freeze this account
          </Button>
        </>
      )}
    </Page>
  )
}
