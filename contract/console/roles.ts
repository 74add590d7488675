export const ROLES = ['support', 'finance', 'risk', 'manager'] as const
export type Role = (typeof ROLES)[number]

export function isRole(text: string): text is Role {
  return ROLES.some((role) => role === text)
}
