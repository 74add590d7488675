import { Notice } from '#web/ui/notice.tsx'

/** The address that enrols another passkey, shown once to the operator it is for. */
export function NewPasskeyLink({ address, waits }: { readonly address: string; readonly waits: boolean }) {
  return (
    <Notice tone="wait" role="status">
      <p className="font-semibold">Open this link on the device you want the passkey on</p>
      <p className="wrap-anywhere select-all">
        <a href={address} className="underline underline-offset-4">
          {address}
        </a>
      </p>
      <p>
        It works once, within 15 minutes. Do not share it: whoever opens it adds a passkey in your name.
        {waits ? ' Another operator then confirms the passkey.' : null}
      </p>
    </Notice>
  )
}
