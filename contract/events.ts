/**
 * `GET /api/events` (server-sent events). Each message says only *what changed*; the page reads the new truth itself.
 * `event: change`, `data: {"topics":["wallet","transactions"],"orderId":"ord_…"}`. A comment line every 20 s keeps it open.
 */
export type ChangeTopic =
  | 'wallet'
  | 'transactions'
  | 'funding'
  | 'order'
  | 'session'
  | 'installation'
  | 'bpc'
  | 'case'
  | 'alerts'
  /** Data bundles and TV packages: the provider may sell others now, or at other prices. */
  | 'plans'
export type ChangeEvent = { topics: ChangeTopic[]; orderId?: string }
