import type { AccountEventKind } from '#contract/account-events.ts'

/** What happened, in the words of the emails about it. */
export const EVENT_WORDS: Record<AccountEventKind, string> = {
  'account-opened': 'Account opened',
  'device-bound': 'A new device signed in',
  'pin-set': 'PIN set',
  'pin-off': 'PIN switched off after wrong tries',
  'second-step-wrong': 'Right password, then a wrong code or passkey',
  'password-after-wrong': 'Right password after five or more wrong ones',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  'authenticator-added': 'Authenticator app added',
  'authenticator-removed': 'Authenticator app removed',
  'recovery-codes-made': 'New recovery codes made',
  'recovery-code-used': 'A recovery code was used',
  'password-changed': 'Password changed',
  'password-reset': 'Password reset with a link',
  'email-changed': 'Email changed',
  frozen: 'Money out frozen',
  unfrozen: 'Money out unfrozen',
  'data-exported': 'Your data was downloaded',
  'recovery-begun': 'Somebody asked our team for this account',
  'recovery-stopped': 'Recovery stopped by your sign-in or your link',
  'account-recovered': 'Account recovered',
  'sessions-ended': 'Signed out by our team',
  'account-closed': 'Account closed',
}
