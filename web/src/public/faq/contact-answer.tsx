import { Link } from '#web/lib/routing.tsx'
import { SupportChannels } from '#web/support/support-channels.tsx'
import type { FaqProps } from './faq-props.ts'

/** The channels that are set; reporting a problem works without any. */
export function ContactAnswer({ installation, signedIn }: FaqProps) {
  const support = installation?.channels.support
  const none = support !== undefined && Object.values(support).every((each) => each === null || each === false)
  return (
    <>
      {installation === undefined || none ? null : <SupportChannels installation={installation} />}
      {none ? <p>No support channel is set up here.</p> : null}
      <p>
        <Link
          to={signedIn ? '/support/report' : '/help'}
          className="inline-block py-3 font-semibold text-brand underline"
        >
          {signedIn ? 'Report a problem' : 'Write to support'}
        </Link>
        {signedIn ? '' : ', also without signing in'}: it gets a tracking number, and you read the answer there.
      </p>
      <p>Nobody from support ever needs your PIN, your password or a payment.</p>
    </>
  )
}
