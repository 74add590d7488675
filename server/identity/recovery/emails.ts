import { RESET_LINK_LIFETIME_MS, SECOND_STEP_LIFETIME_MS } from '#contract/constants.ts'
import { NEW_LIMIT_SENTENCE } from '#contract/new-limit.ts'
import type { Config } from '#server/platform/config/config.ts'
import { composeEmail, type Sender } from '#server/platform/email/compose-email.ts'
import type { Email } from '#server/platform/email/email.ts'

const minutes = (ms: number) => `${ms / 60_000} minutes`

export function secondStepEmail(config: Sender, to: string, code: string): Email {
  return composeEmail(config, to, 'your sign-in code', [
    'Somebody entered your password on a device that is not yet yours. If that was you, type this code there:',
    code,
    `It is good once, for ${minutes(SECOND_STEP_LIFETIME_MS)}. Give it to nobody.`,
    'If it was not you, your password is known to somebody else: sign in on your own device and change it under Security. Without this code nobody gets in with it there.',
  ])
}

export function proofEmail(config: Sender, to: string, code: string): Email {
  return composeEmail(config, to, 'confirm your email', [
    'This code confirms that this mailbox is yours:',
    code,
    `It is good once, for ${minutes(SECOND_STEP_LIFETIME_MS)}. Give it to nobody.`,
    'If you asked for nothing, somebody typed your address by mistake. You need to do nothing.',
  ])
}

export function accountExistsEmail(config: Sender, to: string): Email {
  return composeEmail(config, to, 'you have an account', [
    'Somebody wanted to use this address for an account. There is one with it already.',
    `If that was you, sign in instead: ${config.publicUrl}/signin. If you forgot the password, ask for a link there.`,
    'If it was not you, you need to do nothing: nothing was changed.',
  ])
}

export function passwordResetEmail(config: Sender & Pick<Config, 'newLimit'>, to: string, token: string): Email {
  return composeEmail(config, to, 'set a new password', [
    'Somebody asked to set a new password for your account. If that was you, open this link:',
    `${config.publicUrl}/reset-password#${token}`,
    `It is good once, for ${minutes(RESET_LINK_LIFETIME_MS)}, and only the newest one counts. Afterwards you sign in anew.${config.newLimit ? ` ${NEW_LIMIT_SENTENCE}` : ''}`,
    'If it was not you, you need to do nothing: your password stays as it is.',
  ])
}
