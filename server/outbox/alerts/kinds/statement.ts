import { describeAlert } from '#server/outbox/alerts/describe-alert.ts'

/** `YYYY-MM` in Africa/Lagos. */
type OfStatement = { readonly month: string }

/** The statement of a month is ready. */
export const statement = describeAlert<OfStatement>({
  write: ({ month }) => ({
    title: `Your statement for ${monthName(month)}`,
    body: `Your statement for ${monthName(month)} is ready: what came in, what went out, and your balance. Save it as a PDF or for a spreadsheet.`,
    path: `/history?view=summary&statement=${month}`,
  }),
  hasManyRecipients: true,
  examples: [{ of: 'a month', facts: { month: '2026-10' } }],
  exampleSubject: 'statement:2026-10',
})

/** "October 2026" of `2026-10`. */
function monthName(month: string): string {
  return new Intl.DateTimeFormat('en-NG', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
}
