import type { ReactNode } from 'react'
import { EmailsLink } from './emails-link.tsx'

type SentToProps = {
  /** The address the code was emailed to, as it may be shown. */
  to: string
  /** What else the email may say. */
  children?: ReactNode
}

/** Says where a code was emailed to. */
export function SentTo({ to, children }: SentToProps) {
  return (
    <div className="flex flex-col gap-2">
      <p>
        We sent an email to <span className="font-semibold wrap-anywhere">{to}</span>. It can take a minute. If you do
        not see it, check your spam folder.
      </p>
      {children}
      <EmailsLink />
    </div>
  )
}
