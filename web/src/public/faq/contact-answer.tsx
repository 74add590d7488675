import { Link } from 'react-router'
import { SupportChannels } from '#web/support/support-channels.tsx'
import type { FaqProps } from './faq-props.ts'

/** The channels that are set; reporting a problem works without any. */
export function ContactAnswer({ installation, signedIn }: FaqProps) {
  const support = installation?.channels.support
  const none = support !== undefined && Object.values(support).every((each) => each === null || each === false)
  return (
    <>
      {support === undefined || none ? null : <SupportChannels support={support} />}
      {none ? <p>This installation has not set up a support channel.</p> : null}
      <p>
        {signedIn ? (
          <Link to="/support/report" className="inline-block py-3 font-semibold text-brand underline">
            Report a problem
          </Link>
        ) : (
          'Once you are signed in, you can report a problem under Support'
        )}
        {signedIn ? ': it gets a tracking number, and you read the answer there.' : '. It gets a tracking number.'}
      </p>
      <p>Nobody from support ever needs your PIN, your password or a payment.</p>
    </>
  )
}
