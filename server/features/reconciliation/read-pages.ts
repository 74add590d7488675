import type { Answer } from '../../providers/payments.ts'

/** Far above a day's lines; beyond it the rest is a gap that is said, not a silence. */
const PAGES_MAX = 2_000

/** Every line of a provider's list, or what kept us from reading all of it. */
export async function readAllPages<Page, Line>(
  ask: (page: number) => Promise<Answer<Page & { readonly nextPage: number | null }>>,
  linesOf: (page: Page) => readonly Line[],
): Promise<{ lines: Line[]; gap: string | null }> {
  const lines: Line[] = []
  for (let page: number | null = 1; page !== null; ) {
    if (page > PAGES_MAX) return { lines, gap: `more than ${PAGES_MAX} pages` }
    const answer: Answer<Page & { readonly nextPage: number | null }> = await ask(page)
    if (answer.outcome !== 'succeeded') {
      return { lines, gap: answer.outcome === 'unknown' ? answer.cause : answer.reason }
    }
    lines.push(...linesOf(answer.value))
    page = answer.value.nextPage
  }
  return { lines, gap: null }
}
