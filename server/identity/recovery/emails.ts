import { RESET_LINK_LIFETIME_MS, SECOND_STEP_LIFETIME_MS } from '#contract/constants.ts'
import { NEW_LIMIT_SENTENCE } from '#contract/new-limit.ts'
import type { Config } from '#server/platform/config/config.ts'
import { composeEmail, type EmailContent, type Sender } from '#server/platform/email/compose-email.ts'
import type { Email } from '#server/platform/email/email.ts'

const minutes = (ms: number) => `${ms / 60_000} minutes`

/** The mailbox, and the name on its account if it has one. */
type Reader = Pick<EmailContent, 'to' | 'fullName'>

export function secondStepEmail(config: Sender, reader: Reader, code: string): Email {
  return composeEmail(config, {
    ...reader,
    subject: 'your sign-in code',
    blocks: [
      'Somebody entered your password on a new device. If that was you, enter this code there:',
      { code },
      `It works once, for ${minutes(SECOND_STEP_LIFETIME_MS)}. Do not give it to anyone.`,
      'If it was not you, somebody else knows your password: sign in on your own device and change it under Security. Without this code they cannot get in.',
    ],
  })
}

export function proofEmail(config: Sender, to: string, code: string): Email {
  return composeEmail(config, {
    to,
    subject: 'confirm your email',
    blocks: [
      'Use this code to confirm your email address:',
      { code },
      `It works once, for ${minutes(SECOND_STEP_LIFETIME_MS)}. Do not give it to anyone.`,
      'If you did not ask for this, somebody typed your address by mistake. You do not need to do anything.',
    ],
  })
}

export function accountExistsEmail(config: Sender, reader: Reader): Email {
  return composeEmail(config, {
    ...reader,
    subject: 'you already have an account',
    blocks: [
      'Somebody tried to open an account with this address, but it already has one.',
      'If that was you, sign in instead. If you forgot your password, you can ask for a link there.',
      { button: 'Sign in', url: `${config.publicUrl}/signin` },
      'If it was not you, you do not need to do anything: nothing was changed.',
    ],
  })
}

export function passwordResetEmail(config: Sender & Pick<Config, 'newLimit'>, reader: Reader, token: string): Email {
  return composeEmail(config, {
    ...reader,
    subject: 'set a new password',
    blocks: [
      'Somebody asked to set a new password for your account. If that was you, open this link:',
      { button: 'Set a new password', url: `${config.publicUrl}/reset-password#${token}` },
      `The link works once, for ${minutes(RESET_LINK_LIFETIME_MS)}, and only the newest one counts. Then sign in again.${config.newLimit ? ` ${NEW_LIMIT_SENTENCE}` : ''}`,
      'If it was not you, you do not need to do anything: your password stays as it is.',
    ],
  })
}
