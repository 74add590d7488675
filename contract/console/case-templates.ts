/** Texts for an answer that the server fills with facts of the order a case is about. Without zod: the screens read it too. */
export const TEMPLATES = ['state', 'completed', 'money-back', 'reference'] as const
export type TemplateId = (typeof TEMPLATES)[number]

export function isTemplate(text: string): text is TemplateId {
  return TEMPLATES.some((each) => each === text)
}
