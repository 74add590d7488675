import type { AccountEventKind } from '#contract/account-events.ts'

/** What happened, as the subject of an email and as a sentence. */
const WORDS: Readonly<Record<AccountEventKind, readonly [subject: string, sentence: string]>> = {
  'account-opened': ['your account is open', 'Your account was opened.'],
  'device-bound': [
    'a new device signed in',
    'A new device signed in and is now your account’s only device. The previous one was signed out.',
  ],
  'pin-set': ['your PIN was set', 'A new PIN was set on your device.'],
  'pin-off': [
    'your PIN is switched off',
    'Five wrong PINs in a row were entered on your device, so the PIN is switched off there. Sign in with your password and set a new one.',
  ],
  'second-step-wrong': [
    'a wrong code or passkey at a sign-in',
    'Somebody entered your right password, but the code or passkey was wrong. They did not get in.',
  ],
  'password-after-wrong': [
    'right password after wrong ones',
    'The right password was entered after five or more wrong ones in a row.',
  ],
  'passkey-added': ['a passkey was added', 'A passkey was added to your account.'],
  'passkey-removed': ['a passkey was removed', 'A passkey was removed from your account.'],
  'authenticator-added': ['an authenticator app was added', 'An authenticator app was added to your account.'],
  'authenticator-removed': [
    'the authenticator app was removed',
    'The authenticator app was removed from your account.',
  ],
  'recovery-codes-made': ['new recovery codes', 'New recovery codes were made. The old ones no longer work.'],
  'recovery-code-used': ['a recovery code was used', 'One of your recovery codes was used. It no longer works.'],
  'password-changed': ['your password was changed', 'Your password was changed.'],
  'password-reset': [
    'your password was reset',
    'Your password was reset with a link from an email. Your device was signed out.',
  ],
  'email-changed': ['your email was changed', 'The email address of your account was changed.'],
  'recovery-begun': [
    'somebody is asking for your account',
    'Somebody told our team that they own this account and have lost every way into it, and two people on our team confirmed it. In three days we will send a link for a new password to the email address they gave. If that was you, you do not need to do anything until then. If it was not, sign in with your password: any full sign-in stops it.',
  ],
  'recovery-stopped': [
    'the recovery was stopped',
    'You have shown that you can still get into your account, so it stays yours.',
  ],
  'account-recovered': [
    'your account was recovered',
    'Your account now belongs to the email address given three days ago. Old passkeys, authenticator app, recovery codes and devices no longer work.',
  ],
  'sessions-ended': [
    'you were signed out',
    'Our team has signed you out everywhere, so that nobody else can use one of your sessions. Nothing else was changed: your money is untouched, and your PIN and your device stay as they are. Sign in again with your password.',
  ],
  frozen: [
    'your account is frozen',
    'Your account was frozen: no new payment can be made from it. Money still comes in, and your balance is untouched.',
  ],
  unfrozen: ['your account is unfrozen', 'You can pay and buy from your wallet again.'],
  'frozen-by-request': [
    'our team has frozen your account, because you asked us to',
    'Our team has frozen your account, because you asked us to. Nothing more can be paid from it. Money still comes in, your balance is untouched, and payments you approved before continue. You can unfreeze it yourself.',
  ],
  'frozen-for-safety': [
    'our team has frozen your account',
    'Our team has frozen your account to protect it. Nothing more can be paid from it. Money still comes in, your balance is untouched, and payments you approved before continue. Only our team can lift this.',
  ],
  'frozen-for-review': [
    'our team has frozen your account',
    'Our team has frozen your account while we check it. Nothing more can be paid from it. Money still comes in, your balance is untouched, and payments you approved before continue. Only our team can lift this.',
  ],
  'unfrozen-by-team': [
    'our team has lifted its freeze',
    'Our team has lifted its freeze of your account. You can pay and buy from your wallet again, unless you have frozen it yourself.',
  ],
  'sms-on': [
    'SMS alerts are on',
    'A phone number was confirmed with a code. SMS alerts go to it from now on, and no longer to any number before it.',
  ],
  'sms-off': ['SMS alerts are off', 'SMS alerts were turned off, and the phone number was removed.'],
  'data-exported': ['your data was downloaded', 'Everything we store about your account was downloaded.'],
  'account-closed': ['your account is closed', 'Your account was closed.'],
}

/** What a customer reads about an event, in an alert or an email. */
export function sentenceOfEvent(kind: AccountEventKind): string {
  return WORDS[kind][1]
}

/** The event as a lower-case heading: "your PIN was set". */
export function subjectOfEvent(kind: AccountEventKind): string {
  return WORDS[kind][0]
}
