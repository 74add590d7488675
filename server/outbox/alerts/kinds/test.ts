import type { OutgoingChannel } from '#contract/alert-settings.ts'
import { describeAlert } from '#server/outbox/alerts/describe-alert.ts'

type OfTest = { readonly channel: OutgoingChannel }

/** A person tries one of their channels. */
export const test = describeAlert<OfTest>({
  write: ({ channel }) => ({
    title: 'Test alert',
    body: `This is a test of your ${CHANNEL_WORDS[channel]} alerts, which you asked for. Nothing happened on your account.`,
    path: '/security/alerts',
  }),
  examples: [{ of: 'of a channel that its owner chose', facts: { channel: 'push' } }],
  exampleSubject: 'test push',
})

const CHANNEL_WORDS = { email: 'email', push: 'push', sms: 'SMS' } as const
