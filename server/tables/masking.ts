import { DOTS, maskNumber } from '#contract/masks.ts'
import type { accounts } from './accounts.ts'
import type { activity } from './activity.ts'
import type { alerts } from './alerts.ts'
import type { bpc } from './bpc.ts'
import type { controls } from './controls.ts'
import type { deposits } from './deposits.ts'
import type { email } from './email.ts'
import type { funding } from './funding.ts'
import type { ledger } from './ledger.ts'
import type { orders } from './orders.ts'
import type { payments } from './payments.ts'
import type { signIn } from './sign-in.ts'
import type { sms } from './sms.ts'
import type { support } from './support.ts'

/**
 * How much of a personal value operators see before they give a reason: all of it, initials, an email's first letters,
 * a number's last four digits, or nothing.
 */
export type Masking = 'shown' | 'initials' | 'email' | 'last4' | 'hidden'

type Groups =
  | typeof accounts
  | typeof activity
  | typeof alerts
  | typeof bpc
  | typeof controls
  | typeof deposits
  | typeof email
  | typeof funding
  | typeof ledger
  | typeof orders
  | typeof payments
  | typeof signIn
  | typeof sms
  | typeof support
type ColumnsOf<Group> = Group extends unknown ? ColumnsOfTable<Group[keyof Group]> : never
type ColumnsOfTable<Table> = Table extends { exported: { columns: readonly (infer Column)[] } }
  ? Column | (Table extends { exported: { computed: infer Computed } } ? keyof Computed : never)
  : never

/** A column in the export of a person's data. */
export type PersonalColumn = Extract<ColumnsOf<Groups>, string>

/**
 * How the console masks each column of the export. A new export column does not compile until it is listed here.
 * Columns with the same name are masked alike in all tables.
 */
export const MASKING: Readonly<Record<PersonalColumn, Masking>> = {
  // Who the person is, whom they pay, and who pays them.
  full_name: 'initials',
  account_name: 'initials',
  counterparty: 'initials',
  sender_name: 'initials',
  name: 'initials',
  email: 'email',
  new_email: 'email',
  account_number: 'last4',
  counterparty_detail: 'last4',
  phone: 'last4',
  recipient: 'hidden',
  details: 'hidden',
  rows: 'hidden',
  sale: 'hidden',
  terms: 'hidden',
  approval: 'hidden',
  // What people write, and their pictures.
  note: 'hidden',
  text: 'hidden',
  webp_base64: 'hidden',
  // Ids at a provider, codes that work for anyone who has them, and device names.
  customer_code: 'hidden',
  provider_account_id: 'hidden',
  code: 'hidden',
  token: 'hidden',
  key_x: 'hidden',
  key_y: 'hidden',

  account_id: 'shown',
  action: 'shown',
  alert_id: 'shown',
  amount: 'shown',
  amount_kobo: 'shown',
  announced_at: 'shown',
  asked_at: 'shown',
  at: 'shown',
  author: 'shown',
  available_after_kobo: 'shown',
  backed_up: 'shown',
  balance: 'shown',
  balance_after: 'shown',
  bank_name: 'shown',
  batch_id: 'shown',
  bpc_id: 'shown',
  browser: 'shown',
  case_id: 'shown',
  changed_at: 'shown',
  charged_kobo: 'shown',
  closed_at: 'shown',
  confirmed_at: 'shown',
  created_at: 'shown',
  credited_at: 'shown',
  daily_kobo: 'shown',
  deposit_id: 'shown',
  device_id: 'shown',
  discount_kobo: 'shown',
  done_at: 'shown',
  duty_kobo: 'shown',
  ended_at: 'shown',
  ended_by: 'shown',
  entry_count: 'shown',
  event: 'shown',
  expires_at: 'shown',
  failure: 'shown',
  fee_kobo: 'shown',
  from_at: 'shown',
  frozen_at: 'shown',
  height: 'shown',
  id: 'shown',
  is_on: 'shown',
  kind: 'shown',
  lagos_day: 'shown',
  last_seen_at: 'shown',
  last_sent_at: 'shown',
  last_used_at: 'shown',
  leg: 'shown',
  locked_at: 'shown',
  money_out_frozen_until: 'shown',
  name_changed_at: 'shown',
  network: 'shown',
  new_since: 'shown',
  number: 'shown',
  opened_at: 'shown',
  operator_freeze_heading: 'shown',
  operator_freeze_id: 'shown',
  operator_frozen_at: 'shown',
  order_id: 'shown',
  ordinal: 'shown',
  paid_at: 'shown',
  paid_by: 'shown',
  parts: 'shown',
  password_at: 'shown',
  pictures: 'shown',
  posted_at: 'shown',
  price_kobo: 'shown',
  price_list: 'shown',
  proved_at: 'shown',
  provider: 'shown',
  provider_message_id: 'shown',
  provider_transaction_id: 'shown',
  quote_id: 'shown',
  quote_ids: 'shown',
  reason: 'shown',
  reference: 'shown',
  refused_at: 'shown',
  refused_for: 'shown',
  reported_at: 'shown',
  returned_at: 'shown',
  revoked_at: 'shown',
  sent_at: 'shown',
  set_at: 'shown',
  shown: 'shown',
  seq: 'shown',
  state: 'shown',
  status: 'shown',
  status_at: 'shown',
  stopped_at: 'shown',
  stopped_by: 'shown',
  stray: 'shown',
  subject_id: 'shown',
  title: 'shown',
  topic: 'shown',
  total_kobo: 'shown',
  tracking_number: 'shown',
  transaction_id: 'shown',
  transfer_id: 'shown',
  transports: 'shown',
  units: 'shown',
  until_at: 'shown',
  unlocked_at: 'shown',
  updated_at: 'shown',
  used_at: 'shown',
  version: 'shown',
  visitor_id: 'shown',
  wait_until: 'shown',
  width: 'shown',
  window_started_at: 'shown',
  wrong: 'shown',
  wrong_at: 'shown',
  wrong_in_row: 'shown',

  // How a person receives alerts, and what the alerts said.
  category: 'shown',
  channel: 'shown',
  facts: 'hidden',
  shows_amounts: 'shown',
  shows_names: 'shown',
  quiet_from: 'shown',
  quiet_until: 'shown',
  seen_at: 'shown',
  push_state: 'shown',
  sms_state: 'shown',
  email_state: 'shown',
}

/** A column's value as an operator sees it without a reason. */
export function masked(column: PersonalColumn, value: string): string {
  return MASKS[MASKING[column]](value)
}

const MASKS: Readonly<Record<Masking, (value: string) => string>> = {
  shown: (value) => value,
  initials: initialsOf,
  email: emailLetters,
  last4: lastDigits,
  hidden: () => DOTS,
}

/** `A. O.`; if the name is a phone number, its last digits. */
function initialsOf(name: string): string {
  if (!/\p{L}/u.test(name)) return lastDigits(name)
  const words = name.split(/\s+/).filter((word) => word !== '')
  return words.map((word) => `${[...word][0]?.toUpperCase()}.`).join(' ')
}

/** `a•••@e•••.ng` */
function emailLetters(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  return `${email.slice(0, 1)}•••@${domain.slice(0, 1)}•••${domain.slice(domain.lastIndexOf('.'))}`
}

/** Only the last digits of a number in a text. A short number is hidden, because its last digits would be all of it. */
function lastDigits(text: string): string {
  const digits = text.replaceAll(/\D/g, '')
  return digits.length > 4 ? maskNumber(digits) : DOTS
}
