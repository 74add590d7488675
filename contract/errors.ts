import { ALERT_ERRORS } from './alert-errors.ts'
import { OPERATOR_ERRORS } from './console/operator-errors.ts'
import {
  BPC_OPEN_PURCHASES_MAX,
  EXAM_PINS_MAX,
  NAME_CHANGE_WAIT_MS,
  PASSKEY_NAME_MAX_LENGTH,
  PASSKEYS_MAX,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  PICTURE_MAX_BYTES,
  PICTURE_MAX_PIXELS,
  STATEMENT_DAYS_MAX,
  STATEMENT_ROWS_MAX,
} from './constants.ts'
import { type ErrorEntry, e, FORM_ERRORS } from './form-errors.ts'
import { grouped } from './money.ts'
import { SUPPORT_ERRORS } from './support-errors.ts'
import { DAY_MS } from './time.ts'

/**
 * Every refusal the server can answer: its HTTP status, whether the same request may be tried again as it is,
 * and the sentence a customer reads. A sentence says what happened to the money and what to do next.
 */
export const ERRORS = {
  ...FORM_ERRORS,
  'request.invalid': e(400, false, 'We could not read part of what you sent. Nothing was changed.'),
  'request.too-large': e(413, false, 'That is more than we can take at once. Nothing was changed.'),
  'request.unsupported': e(415, false, 'We do not accept this type of content here. Nothing was changed.'),
  'request.not-found': e(404, false, 'We could not find that.'),
  'request.misdirected': e(
    421,
    false,
    'This is not the right address for Jara. Nothing was changed. Open Jara at its own address.',
  ),
  'request.cross-site': e(403, false, 'This request did not come from the Jara app, so we refused it.'),
  'request.too-many': e(429, true, 'Too many requests at once. Nothing was changed. Wait a moment and try again.'),
  'server.busy': e(503, true, 'We are busy right now. Nothing was changed. Try again in a moment.'),
  'server.no-room': e(
    503,
    true,
    'We cannot save anything new right now, so this was not done. No money was taken. Try again later.',
  ),
  'server.unexpected': e(500, true, 'Something went wrong on our side. Check your history before you try again.'),

  'account.email-taken': e(409, false, 'There is already an account with this email. Sign in instead.'),
  'account.phone-invalid': e(
    400,
    false,
    'Please enter a Nigerian mobile number, such as 0803 123 4567. Nothing was changed.',
  ),
  'account.name-invalid': e(400, false, 'Please enter your full name, in letters.'),
  'account.name-wait': e(
    409,
    false,
    `You can change your name once in ${NAME_CHANGE_WAIT_MS / DAY_MS} days. It was not changed now. Try again later.`,
  ),
  'account.email-invalid': e(400, false, 'Please enter a valid email address.'),
  'account.password-weak': e(
    400,
    false,
    `Please choose a password of ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters that is not a common one.`,
  ),
  'account.device-key-invalid': e(
    400,
    false,
    'This browser sent a device key we cannot use. Reload the page and try again.',
  ),
  'account.password-same': e(400, false, 'This is already your password. Please choose another one.'),
  'account.code-wrong': e(
    400,
    false,
    'This code is wrong or has expired. Check the newest email, or ask for another code.',
  ),
  'account.code-wait': e(429, true, 'We sent you an email a moment ago. Wait a little before you ask for another one.'),
  'account.link-ended': e(
    410,
    false,
    'This link no longer works: it can be used once, within 10 minutes, and only the newest one counts. Nothing was changed. Ask for another one.',
  ),
  'account.not-empty': e(
    409,
    false,
    'There is still money in this account or on its way. Nothing was changed. Send it to your bank first (add money if it is too little to send), and wait until all payments are final.',
  ),
  'account.frozen-by-team': e(
    409,
    false,
    'Our team has frozen your account, so it cannot be closed now. Nothing was changed. Security says what you can do next.',
  ),
  'authenticator.none': e(
    409,
    false,
    'No authenticator app is waiting for its first code. Nothing was changed. Start again.',
  ),
  'authenticator.known': e(
    409,
    false,
    'This account already has an authenticator app. To use another one, remove it first.',
  ),
  'image.unsupported': e(
    415,
    false,
    'This is not a JPEG, PNG or WebP picture. Choose another one. Nothing was changed.',
  ),
  'image.too-large': e(
    413,
    false,
    `This picture is too large. The limit is ${PICTURE_MAX_BYTES / 1024 / 1024} MB and ${PICTURE_MAX_PIXELS / 1_000_000} megapixels. Choose a smaller one. Nothing was changed.`,
  ),
  'image.broken': e(422, false, 'This picture is broken or cut off. Choose another one. Nothing was changed.'),
  'image.not-found': e(404, false, 'There is no profile picture.'),
  'session.wrong-credentials': e(401, false, 'The email or the password is not correct.'),
  'session.wait': e(429, true, 'Too many tries. Wait a little, then try again.'),
  'session.none': e(401, false, 'Please sign in. Your money is untouched.'),
  'session.locked': e(423, false, 'Your session is locked. Enter your PIN to continue. Your money is untouched.'),
  'session.not-fresh': e(403, false, 'Please enter your password first, then do this again. Nothing was changed.'),
  'session.second-step-ended': e(
    410,
    false,
    'This sign-in has ended: it took too long, or there were too many wrong codes. Sign in again. Your money is untouched.',
  ),
  'session.code-wrong': e(403, false, 'This code is wrong, or it was already used. Your money is untouched.'),
  'session.code-wait': e(429, true, 'Too many wrong codes. Wait a little, then try again. Your money is untouched.'),
  'session.mail-wait': e(429, true, 'We just sent you a code. Wait a minute before you ask for another one.'),
  'session.proof-needed': e(
    403,
    false,
    'This account needs a second proof: a passkey, a code from your authenticator app, or a recovery code. Nothing was changed.',
  ),
  'session.not-found': e(404, false, 'We could not find this session.'),

  'pin.wrong': e(403, false, 'The PIN you entered is incorrect. Please try again.'),
  'pin.wait': e(429, true, 'Too many wrong PINs. Wait 30 seconds, then try again. Your money is untouched.'),
  'pin.needed': e(403, false, 'Enter your PIN again, or use your passkey, then do this again. Nothing was changed.'),
  'pin.off': e(
    403,
    false,
    'Your PIN is switched off on this device. Sign in with your password and set a new one. Your money is untouched.',
  ),
  'pin.not-set': e(409, false, 'Set your PIN first.'),
  'pin.frozen': e(403, false, 'Money out is paused for 24 hours after too many wrong PINs. Your money is safe.'),
  'money-out.frozen': e(
    403,
    false,
    'You have frozen your account. No money has left and your money is safe. Unfreeze it under Security to pay again.',
  ),
  'money-out.frozen-by-team': e(
    403,
    false,
    'Our team has frozen your account. No money has left and your money is safe. Security says why, and what you can do next.',
  ),
  'money-out.stopped': e(
    503,
    true,
    'Sending money is paused for everyone while we check our books. Nothing was taken from your wallet for this. Your wallet shows when you can send again.',
  ),
  'money-out.clock': e(
    503,
    true,
    'Payments in and out are paused for everyone because our server’s clock is wrong. No money has left. Your wallet shows when they continue.',
  ),
  'money-out.restoring': e(
    503,
    true,
    'Payments in and out are paused for everyone while we check our restored records. No money has left. Your wallet shows when they continue.',
  ),
  // Operators decided this, so it is not a failure of ours and must not count towards an alarm.
  'kind.paused': e(
    409,
    true,
    'This is paused for everyone right now. No money has left. The form says why, and when the pause ends.',
  ),
  'passkey.refused': e(
    403,
    false,
    'This passkey was not accepted. Nothing was approved and no money has left. Use your PIN instead.',
  ),
  'passkey.not-added': e(400, false, 'We could not accept your device’s reply, so no passkey was added. Start again.'),
  'passkey.known': e(409, false, 'This passkey is already in use, so it was not added again.'),
  'passkey.too-many': e(
    409,
    false,
    `You already have ${PASSKEYS_MAX} passkeys, the most allowed. Remove one you no longer need, then add this one.`,
  ),
  'passkey.name-invalid': e(
    400,
    false,
    `Please give the passkey a name of 1 to ${PASSKEY_NAME_MAX_LENGTH} characters. Nothing was changed.`,
  ),
  'passkey.not-found': e(404, false, 'We could not find this passkey.'),
  'push.no-service': e(
    400,
    false,
    'This browser cannot receive alerts while the app is closed, so push was not turned on. Chrome, Firefox and Samsung Internet can.',
  ),
  'push.service-ended': e(
    400,
    false,
    'This browser is too old to receive alerts, so push was not turned on. Update it, then try again.',
  ),
  'push.service-unknown': e(
    400,
    false,
    'We do not send alerts to this browser, so push was not turned on. Chrome, Firefox, Edge and Safari work.',
  ),
  'push.keys-invalid': e(400, false, 'We could not read what your browser sent, so push was not turned on.'),
  'push.not-found': e(404, false, 'We could not find this device. It may have been removed already.'),
  'approval.invalid': e(403, false, 'This approval does not match what was shown. No money has left. Start again.'),
  'approval.challenge-used': e(
    409,
    false,
    'This approval was already used or has expired. No money has left. Start again.',
  ),

  'approval.too-fast': e(
    429,
    true,
    'You approved this faster than anyone can read it. No money has left. Wait two seconds and approve again.',
  ),
  'approval.strong-needed': e(
    403,
    false,
    'This transfer needs your passkey, or your PIN and a code from your authenticator app. No money has left.',
  ),

  'funds.insufficient': e(
    409,
    false,
    'Your balance is not enough for this payment. No money has left. Add money or send less.',
  ),
  'debt.owed': e(409, false, 'You owe money on this account. No money has left. Money that comes in repays it first.'),
  'limit.daily': e(409, false, 'This goes over your daily limit. No money has left.'),
  'limit.new': e(
    409,
    false,
    'On a new account or device, you can only send a limited amount for the first 24 hours. No money has left. Send less, or wait.',
  ),
  'bank.unknown': e(400, false, 'We do not know this bank. Choose one from the list.'),
  'bank.closed': e(409, false, 'This bank cannot receive transfers. Choose another account.'),
  'name.not-resolved': e(422, false, 'The bank does not know this account number. Check the number and the bank.'),
  'name.unreadable': e(
    422,
    false,
    'The bank gave us no name for this account that we can show you. Check the number and the bank, or ask the person for another account.',
  ),
  'bpc.invalid': e(400, false, 'Invalid BPC code. Please enter a valid code.'),
  'bpc.not-returnable': e(
    409,
    false,
    'This BPC code cannot be returned: it was not bought, has been used, or is older than 7 days. Nothing was changed.',
  ),
  'bpc.too-many-open': e(
    409,
    false,
    `You already have ${BPC_OPEN_PURCHASES_MAX} BPC purchases waiting for a bank transfer. Pay one of them, or wait until they expire. Nothing was taken from your wallet.`,
  ),
  'bpc.not-found': e(404, false, 'We could not find this BPC code.'),
  'quantity.invalid': e(400, false, `You can buy 1 to ${EXAM_PINS_MAX} PINs at once.`),
  'plan.invalid': e(400, false, 'Please select a package from the list.'),
  'biller.unknown': e(400, false, 'We do not know this company. Choose one from the list.'),
  'customer.not-resolved': e(422, false, 'The company does not know this number. Check the number and the company.'),
  'customer.unreadable': e(
    422,
    false,
    'The company gave us no name for this number that we can show you. Check the number, or ask the company to correct the name.',
  ),
  'list.empty': e(400, false, 'Nothing in this list can be bought. Correct its lines and check it again.'),
  'list.too-long': e(413, false, 'This list is too long. Split it and check the parts one by one.'),
  'beneficiary.not-found': e(404, false, 'We could not find this saved recipient.'),
  'customer.not-found': e(404, false, 'We could not find this customer.'),
  'provider.unavailable': e(
    503,
    true,
    'We cannot reach the bank or company right now. No money has left. Try again in a few minutes.',
  ),

  'quote.expired': e(
    410,
    false,
    'These terms have expired. No money has left. Look at the new ones and approve again.',
  ),
  'quote.provider-gone': e(410, false, 'This price no longer holds. No money has left. Start again.'),
  'quote.not-found': e(404, false, 'We could not find these terms. No money has left. Start again.'),
  'idempotency.reused': e(422, false, 'This request was already sent with other details. Only the first one counts.'),
  'order.not-found': e(404, false, 'We could not find this payment.'),
  'order.not-cancellable': e(409, false, 'This payment is already on its way and can no longer be cancelled.'),

  'statement.days-wrong': e(
    400,
    false,
    'The last day of a statement cannot be before the first. Choose the days again.',
  ),
  'statement.too-long': e(
    400,
    false,
    `One statement covers at most ${STATEMENT_DAYS_MAX} days. Choose fewer days and make several statements.`,
  ),
  'statement.too-many-lines': e(
    422,
    false,
    `More than ${grouped(STATEMENT_ROWS_MAX)} lines are in these days. Choose fewer days and make several statements.`,
  ),
  'receipt.not-found': e(
    404,
    false,
    'There is no receipt with this code here. It proves nothing, whoever showed it to you. Check your own account.',
  ),

  ...SUPPORT_ERRORS,
  ...ALERT_ERRORS,
  ...OPERATOR_ERRORS,

  'webhook.unsigned': e(401, false, 'Signature missing or wrong.'),
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERRORS

export type { ErrorEntry }

/** The one shape of every refusal over HTTP. `id` finds the log line; `fields` names the form fields at fault. */
export type ErrorBody = {
  error: {
    code: ErrorCode
    message: string
    id: string
    fields?: Record<string, string>
    retryAfterS?: number
    /** For wrong PINs: how many tries are left before the PIN is switched off on this device. */
    triesLeft?: number
  }
}
