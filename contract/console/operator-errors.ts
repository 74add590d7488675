import { type ErrorEntry, e } from '#contract/form-errors.ts'
import { FILTER_NAME_MAX_LENGTH, FILTERS_MAX } from './filter-limits.ts'

/** The part of the catalogue that operators read at the console. */
export const OPERATOR_ERRORS = {
  'operator.none': e(401, false, 'You are not signed in to the console. Sign in with your passkey.'),
  'operator.signed-in-elsewhere': e(
    401,
    false,
    'You have signed in to the console in another browser, so you were signed out here. If that was not you, tell another operator now.',
  ),
  'operator.locked': e(423, false, 'The console is locked. Use your passkey to continue.'),
  'operator.not-allowed': e(403, false, 'Your role does not allow this. Nothing was changed.'),
  'operator.rights-changed': e(
    403,
    false,
    'Your role was changed a moment ago. Nothing was changed. Reload the page to see what you may do.',
  ),
  'operator.passkey-refused': e(403, false, 'This passkey was not accepted. Nothing was changed. Try again.'),
  'operator.passkey-unconfirmed': e(
    403,
    false,
    'Another operator has to confirm this passkey before you can sign in with it. Ask one of them.',
  ),
  'operator.link-ended': e(
    410,
    false,
    'This link no longer works: it can be used once, within 15 minutes. Nothing was changed. Make another one.',
  ),
  'operator.refused': e(409, false, 'This is not possible now. Nothing was changed.'),
  'operator.no-customer': e(404, false, 'There is no such customer.'),
  'operator.no-order': e(404, false, 'There is no such order.'),
  'operator.no-deposit': e(404, false, 'There is no such deposit.'),
  'operator.no-run': e(404, false, 'There is no such reconciliation run.'),
  'operator.no-filter': e(404, false, 'You have no such filter.'),
  'operator.filter-name': e(
    400,
    false,
    `A filter's name is 1 to ${FILTER_NAME_MAX_LENGTH} characters, without an email and without a long number. Nothing was saved.`,
  ),
  'operator.filter-name-taken': e(409, false, 'You have a filter of this name here. Nothing was saved.'),
  'operator.filter-empty': e(400, false, 'No filter is set, so there is nothing to save.'),
  'operator.too-many-filters': e(
    409,
    false,
    `You have saved ${FILTERS_MAX} filters, the most that one operator may. Delete one first. Nothing was saved.`,
  ),
  'operator.no-picture': e(404, false, 'There is no such picture.'),
  'operator.reason-needed': e(403, false, 'This is personal data. Give a reason to see it.'),
  'operator.reason-unclear': e(
    400,
    false,
    'Write the number of a case, or why, in 5 to 200 characters. Nothing was opened.',
  ),
  'operator.search-unclear': e(400, false, 'Search for 2 to 100 characters that can be seen. Nothing was searched.'),
  'operator.export-too-long': e(
    422,
    false,
    'More than 10,000 lines match. Nothing was exported. Choose fewer days or another filter.',
  ),
} as const satisfies Record<string, ErrorEntry>
