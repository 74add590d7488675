import type { AuthenticatorOffer } from '#contract/factors.ts'
import { groupToken } from '#web/lib/format.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { CodeForm } from './code-form.tsx'
import { useConfirmAuthenticator } from './get-factors.ts'
import { QrCode } from './qr-code.tsx'

type AuthenticatorSheetProps = {
  offer: AuthenticatorOffer
  /** With new recovery codes if there were none. */
  onAdded: (recoveryCodes: readonly string[] | null) => void
  onClose: () => void
}

/** The secret for an app: to open on this phone, to scan with another, or to type. A correct code puts it in use. */
export default function AuthenticatorSheet({ offer, onAdded, onClose }: AuthenticatorSheetProps) {
  const confirm = useConfirmAuthenticator()
  return (
    <Sheet title="Add an authenticator app" onClose={onClose} busy={confirm.isPending}>
      <div className="flex flex-col gap-4 pt-1">
        <p className="text-ink-2">
          First add this secret to your app, in one of three ways. Do not let anyone else see it.
        </p>
        <a
          href={offer.uri}
          className="flex min-h-12 items-center justify-center rounded-control bg-tint px-4 text-center font-semibold"
        >
          Open in the app on this phone
        </a>
        <figure className="flex flex-col items-center gap-2">
          <QrCode text={offer.uri} label="QR code of the secret" />
          <figcaption className="text-small text-ink-2">Or scan it with the app on another phone.</figcaption>
        </figure>
        <div className="flex flex-wrap items-center justify-between gap-2 rounded-card bg-surface shadow-lift px-4 py-3">
          <div className="min-w-0">
            <p className="text-small text-ink-2">Or type it in</p>
            <p className="font-mono text-small wrap-anywhere">{groupToken(offer.secret)}</p>
          </div>
          <CopyButton label="Secret" text={offer.secret} />
        </div>
        <CodeForm
          kind="authenticator"
          action="Add the app"
          pending={confirm.isPending}
          error={confirm.error}
          onCode={(code) => confirm.mutate(code, { onSuccess: onAdded })}
        >
          <p className="text-ink-2">Then enter the code that the app shows now.</p>
        </CodeForm>
      </div>
    </Sheet>
  )
}
