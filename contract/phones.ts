import { PHONE_DIGITS } from './constants.ts'
import type { Network } from './purchases.ts'
import { plainTyped } from './typed.ts'

/**
 * Nigerian mobile numbers. Pattern and prefixes are those of google/libphonenumber (commit f7e3e88, 2026-07-17),
 * Apache-2.0, Copyright (C) 2013 The Libphonenumber Authors; re-keyed by operator, +234 replaced by a leading 0.
 */
const MOBILE = /^0(?:(?:702[0-24-9]|819[01])\d{6}|(?:7(?:0[13-9]|[12]\d)|8(?:0[1-9]|1[0-8])|9(?:0[1-9]|1[1-6]))\d{7})$/

const words = (text: string): readonly string[] => text.split(' ')

/** What each network is called, and the prefixes it was given. A number keeps its prefix when it changes network. */
export const NETWORKS: Readonly<Record<Network, { readonly name: string; readonly prefixes: readonly string[] }>> = {
  mtn: {
    name: 'MTN',
    prefixes: words('07025 07026 0703 0704 0706 0707 0803 0806 0810 0813 0814 0816 0903 0906 0913 0916'),
  },
  airtel: { name: 'Airtel', prefixes: words('0701 0708 0802 0808 0812 0901 0902 0904 0907 0911 0912') },
  glo: { name: 'Glo', prefixes: words('0705 0805 0807 0811 0815 0905 0915') },
  '9mobile': { name: '9Mobile (T2)', prefixes: words('0809 0817 0818 0908 0909') },
}

/**
 * A phone number as 11 digits with a leading 0; null unless it is a Nigerian mobile number. Accepts groups of digits,
 * +234, and (0) after it.
 */
export function parsePhone(uncheckedPhone: string): string | null {
  const digits = phoneDigits(uncheckedPhone)
  return digits.length === PHONE_DIGITS && MOBILE.test(digits) ? digits : null
}

/**
 * Like parsePhone, for fields that take only phone numbers: there, ten digits are a number that lost its 0 in a
 * spreadsheet. Elsewhere they may be a wallet's account number.
 */
export function readTypedPhone(uncheckedPhone: string): string | null {
  return parsePhone(uncheckedPhone) ?? parsePhone(`0${phoneDigits(uncheckedPhone)}`)
}

function phoneDigits(uncheckedPhone: string): string {
  return plainTyped(uncheckedPhone)
    .replace(/[\s().-]/g, '')
    .replace(/^(?:\+|00)?2340?(?=\d{10}$)/, '0')
}

/** The network that first issued the number. Only a suggestion: numbers can be ported since 2013. */
export function suggestNetwork(uncheckedPhone: string): Network | null {
  const digits = phoneDigits(uncheckedPhone)
    .replace(/^(?:\+|00)?2340?/, '0')
    .replace(/^0?(?=[789])/, '0')
  const entries = Object.entries(NETWORKS) as [Network, (typeof NETWORKS)[Network]][]
  return entries.find(([, { prefixes }]) => prefixes.some((prefix) => digits.startsWith(prefix)))?.[0] ?? null
}

/** `0803 123 4567`, as people read a number out. */
export function formatPhone(digits: string): string {
  return digits.replace(/^(\d{4})(\d{3})(\d{4})$/, '$1 $2 $3')
}
