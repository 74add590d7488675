import type { FreezeHeading } from './freezes.ts'

type FreezeWords = { readonly title: string; readonly next: string }

/** What a customer reads about a freeze by our team: what happened, and what they can do next. */
export const TEAM_FREEZES: Readonly<Record<FreezeHeading, FreezeWords>> = {
  wish: {
    title: 'Our team has frozen your account, because you asked us to',
    next: 'You can unfreeze it yourself under Security. If you did not ask us, tell our support.',
  },
  safety: {
    title: 'Our team has frozen your account to protect it',
    next: 'Only our team can lift this. Check your devices and passkeys under Security, change your password, and write to our support.',
  },
  // Also used where the law forbids us to say more: the words are true of both.
  review: {
    title: 'Our team has frozen your account while we check it',
    next: 'Only our team can lift this. If you have questions, write to our support.',
  },
}

/** What a freeze by our team does not stop. */
export const TEAM_FREEZE_KEEPS =
  'Your money is safe and money still comes in. Payments you approved before continue. Nothing else can be paid or bought from your wallet.'
