/** The outcome of an alert in a channel. */
export const ALERT_STATES = {
  waiting: 'not sent yet',
  sent: 'sent',
  off: 'not sent: off for them',
  dropped: 'not sent: no longer needed',
  'given-up': 'not sent: given up after many tries',
} as const
export type AlertState = keyof typeof ALERT_STATES
