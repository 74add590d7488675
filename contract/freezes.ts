/** Why our team froze an account, as far as the customer reads it. Free of zod, which no page loads. */
export const FREEZE_HEADINGS = ['wish', 'safety', 'review'] as const
export type FreezeHeading = (typeof FREEZE_HEADINGS)[number]

export function isFreezeHeading(text: string): text is FreezeHeading {
  return FREEZE_HEADINGS.some((heading) => heading === text)
}
