import { describeAlert } from '#server/outbox/alerts/describe-alert.ts'
import { exampleId } from '#server/outbox/alerts/examples.ts'

type OfNoticeEnd = { readonly heading: string; readonly sentence: string }

/** A bank notice or a pause is over. */
export const noticeEnded = describeAlert<OfNoticeEnd>({
  write: ({ heading, sentence }) => ({ title: heading, body: sentence, path: null }),
  hasManyRecipients: true,
  examples: [
    {
      of: 'about a bank',
      facts: {
        heading: 'The notice about OPay has ended',
        sentence: 'We no longer show the notice about OPay from 21 Nov 2026, 14:05, Lagos time.',
      },
    },
    {
      of: 'a pause',
      facts: {
        heading: 'Buying MTN airtime is no longer paused',
        sentence: 'The pause from 21 Nov 2026, 14:05, Lagos time is over.',
      },
    },
  ],
  exampleSubject: exampleId('pau'),
})
