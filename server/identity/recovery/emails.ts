import { RESET_LINK_LIFETIME_MS, SECOND_STEP_LIFETIME_MS } from '#contract/constants.ts'
import { NEW_LIMIT_SENTENCE } from '#contract/new-limit.ts'
import type { Config } from '#server/platform/config/config.ts'
import { composeEmail, type Sender } from '#server/platform/email/compose-email.ts'
import type { Email } from '#server/platform/email/email.ts'

const minutes = (ms: number) => `${ms / 60_000} minutes`

export function secondStepEmail(config: Sender, to: string, code: string): Email {
  return composeEmail(config, to, 'your sign-in code', [
    'Somebody entered your password on a new device. If that was you, enter this code there:',
    code,
    `It works once, for ${minutes(SECOND_STEP_LIFETIME_MS)}. Do not give it to anyone.`,
    'If it was not you, somebody else knows your password: sign in on your own device and change it under Security. Without this code they cannot get in.',
  ])
}

export function proofEmail(config: Sender, to: string, code: string): Email {
  return composeEmail(config, to, 'confirm your email', [
    'Use this code to confirm your email address:',
    code,
    `It works once, for ${minutes(SECOND_STEP_LIFETIME_MS)}. Do not give it to anyone.`,
    'If you did not ask for this, somebody typed your address by mistake. You do not need to do anything.',
  ])
}

export function accountExistsEmail(config: Sender, to: string): Email {
  return composeEmail(config, to, 'you already have an account', [
    'Somebody tried to open an account with this address, but it already has one.',
    `If that was you, sign in instead: ${config.publicUrl}/signin. If you forgot your password, you can ask for a link there.`,
    'If it was not you, you do not need to do anything: nothing was changed.',
  ])
}

export function passwordResetEmail(config: Sender & Pick<Config, 'newLimit'>, to: string, token: string): Email {
  return composeEmail(config, to, 'set a new password', [
    'Somebody asked to set a new password for your account. If that was you, open this link:',
    `${config.publicUrl}/reset-password#${token}`,
    `It works once, for ${minutes(RESET_LINK_LIFETIME_MS)}, and only the newest one counts. Then sign in again.${config.newLimit ? ` ${NEW_LIMIT_SENTENCE}` : ''}`,
    'If it was not you, you do not need to do anything: your password stays as it is.',
  ])
}
