import type { AccountEventKind } from '#contract/account-events.ts'
import { sentenceOfEvent, subjectOfEvent } from '#server/outbox/alerts/account-events.ts'
import { describeAlert } from '#server/outbox/alerts/describe-alert.ts'
import { exampleId } from '#server/outbox/alerts/examples.ts'
import { sentences } from '#server/outbox/alerts/order-texts.ts'
import { capitalized } from '#server/outbox/alerts/say.ts'

type OfAccount = { readonly event: AccountEventKind; readonly browser: string | null }

/** Something happened to the security of an account. */
export const account = describeAlert<OfAccount>({
  write: ({ event, browser }) => ({
    title: capitalized(subjectOfEvent(event)),
    body: sentences(sentenceOfEvent(event), browser !== null && `It was done in ${browser}.`),
    path: '/security',
  }),
  // The owner just agreed to pay for SMS about money, not for one that says so.
  isBlockedIn: ({ event }, channel) => channel === 'sms' && event === 'sms-on',
  examples: [
    { of: 'with a browser', facts: { event: 'passkey-added', browser: 'Chrome on Android' } },
    { of: 'by our team', facts: { event: 'frozen-for-safety', browser: null } },
  ],
  exampleSubject: exampleId('aev'),
})
