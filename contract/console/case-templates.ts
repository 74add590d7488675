/** Answer texts that the server fills with facts of the case's order. Free of zod, because screens import them too. */
export const TEMPLATES = ['state', 'completed', 'money-back', 'reference'] as const
export type TemplateId = (typeof TEMPLATES)[number]

export function isTemplate(text: string): text is TemplateId {
  return TEMPLATES.some((each) => each === text)
}
