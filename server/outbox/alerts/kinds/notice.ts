import { pauseHeading, pauseTail } from '#contract/pauses.ts'
import { describeAlert } from '#server/outbox/alerts/describe-alert.ts'
import { exampleId } from '#server/outbox/alerts/examples.ts'

type OfNotice = { readonly heading: string; readonly sentence: string; readonly until?: string }

const PAUSE = { kind: 'airtime', serviceName: 'MTN' } as const

/** A bank notice or a pause began. */
export const notice = describeAlert<OfNotice>({
  write: ({ heading, sentence }) => ({ title: heading.replace(/\.$/, ''), body: sentence, path: null }),
  hasManyRecipients: true,
  endsAt: ({ until }) => until,
  examples: [
    {
      of: 'about a bank',
      facts: {
        heading: 'Bank notice: OPay',
        sentence: 'Transfers from OPay arrive some hours late. You can pay from another bank. Source: Jara support.',
        until: '2026-11-21T19:00:00.000Z',
      },
    },
    {
      of: 'a pause',
      facts: {
        heading: pauseHeading(PAUSE),
        sentence: `MTN does not answer reliably, so we wait. ${pauseTail('2026-11-21T19:00:00.000Z')}`,
        until: '2026-11-21T19:00:00.000Z',
      },
    },
  ],
  exampleSubject: exampleId('pau'),
})
