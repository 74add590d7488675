/**
 * `GET /api/events` (server-sent events). Each message says only *what changed*; the page reads the new truth itself.
 * `event: change`, `data: {"topics":["wallet","transactions"],"orderId":"ord_…"}`. A comment line every 20 s keeps it
 * open.
 */
export const CHANGE_TOPICS = [
  'wallet',
  'transactions',
  'funding',
  'order',
  'session',
  'installation',
  'bpc',
  'case',
  'alerts',
  /** Data bundles and TV packages: the provider may sell others now, or at other prices. */
  'plans',
] as const
export type ChangeTopic = (typeof CHANGE_TOPICS)[number]
export type ChangeEvent = { topics: ChangeTopic[]; orderId?: string }
