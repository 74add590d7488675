/** The channels that have an example page in the sandbox world. Each name is the last part of that page's address. */
export const EXAMPLE_CHANNELS = [
  'support-email',
  'support-telegram',
  'support-whatsapp',
  'support-live-chat',
  'community-chat',
  'community-telegram',
  'community-whatsapp',
] as const
export type ExampleChannel = (typeof EXAMPLE_CHANNELS)[number]

/** Reaches nobody: `.example` is a reserved domain (RFC 2606). */
export const EXAMPLE_SUPPORT_EMAIL = 'help@jara.example'
