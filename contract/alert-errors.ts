import { TEST_ALERTS_A_DAY_MAX } from './alert-limits.ts'
import { type ErrorEntry, e } from './form-errors.ts'

/** Refusals of alerts, alert settings and SMS. */
export const ALERT_ERRORS = {
  'alert.always-on': e(
    409,
    false,
    'These alerts cannot be turned off: they tell you when somebody gets into your account. Nothing was changed.',
  ),
  'alert.never-sent': e(409, false, 'These alerts are not sent this way, so there is nothing to turn on or off.'),
  'alert.link-wrong': e(
    404,
    false,
    'This link is incomplete. Nothing was changed. Open it again from the email, or choose your alerts under Security.',
  ),
  'alert.too-many-tests': e(
    429,
    false,
    `You have sent yourself ${TEST_ALERTS_A_DAY_MAX} tests within a day. None was sent now. Try again tomorrow.`,
  ),
  'sms.not-offered': e(409, false, 'SMS alerts are not available here. Nothing was changed.'),
  'sms.phone-invalid': e(400, false, 'Please enter a Nigerian mobile number.'),
  'sms.too-many-codes': e(
    429,
    false,
    'Too many codes were sent within a day, by you or to this number. No code was sent. Try again tomorrow.',
  ),
  'sms.not-sent': e(503, true, 'We could not send an SMS to this number. Nothing was changed. Try again later.'),
  'sms.code-wrong': e(
    400,
    false,
    'This code is wrong or has expired. Check the newest SMS, or ask for another code. Nothing was changed.',
  ),
  'sms.text-changed': e(
    409,
    false,
    'The price or the text you agree to has changed in the meantime. Nothing was changed. Reload the page and read it again.',
  ),
} as const satisfies Record<string, ErrorEntry>
