import type { Answer, UnreadablePayment } from '#server/providers/answer.ts'
import type { ForeignLine, Listed } from '#server/providers/payments/payment-provider.ts'

/** Far above a day's lines. Anything beyond is reported as a gap. */
const PAGES_MAX = 2_000

type AnyPage<Page> = Page & Listed & { readonly unreadable?: readonly UnreadablePayment[] }

/** Every line of a provider's list, the lines that cannot be ours, and what prevented reading all of it. */
export async function readAllPages<Page, Line>(
  ask: (page: number) => Promise<Answer<AnyPage<Page>>>,
  linesOf: (page: Page) => readonly Line[],
): Promise<{ lines: Line[]; notOurs: ForeignLine[]; gap: string | null }> {
  const lines: Line[] = []
  const notOurs: ForeignLine[] = []
  let unreadable: string | null = null
  for (let page: number | null = 1; page !== null; ) {
    if (page > PAGES_MAX) return { lines, notOurs, gap: `more than ${PAGES_MAX} pages` }
    const answer: Answer<AnyPage<Page>> = await ask(page)
    if (answer.outcome !== 'succeeded') {
      return { lines, notOurs, gap: answer.outcome === 'unknown' ? answer.cause : answer.reason }
    }
    lines.push(...linesOf(answer.value))
    notOurs.push(...answer.value.notOurs)
    unreadable ??= answer.value.unreadable?.[0]?.problem ?? null
    page = answer.value.nextPage
  }
  return { lines, notOurs, gap: unreadable }
}
