import type { Answer } from '#sandbox/transport.ts'
import { isObject } from '#sandbox/unchecked.ts'
import { type PaystackRefusalName, paystackRefusal } from './refusals.ts'

export { textOf } from '#sandbox/unchecked.ts'
export type { Answer }

/** In Paystack's envelope. `status` in the body only says whether the call was accepted. */
export function accepted(message: string, data?: unknown, meta?: unknown, http = 200): Answer {
  return {
    http,
    body: { status: true, message, ...(data === undefined ? {} : { data }), ...(meta === undefined ? {} : { meta }) },
  }
}

/** A refusal from the table, in the newer format with `type`, `code` and `meta.nextStep`. */
export function refuse(name: PaystackRefusalName, filledIn: Readonly<Record<string, string>> = {}): Answer {
  const { message, ...refusal } = paystackRefusal(name)
  return refused({ ...refusal, message: message.replace(/\{(\w+)\}/g, (word, key) => filledIn[key] ?? word) })
}

type Refusal = { http?: number; message: string; code: string; type?: string; nextStep?: string }

function refused(refusal: Refusal): Answer {
  return {
    http: refusal.http ?? 400,
    body: {
      status: false,
      message: refusal.message,
      meta: { nextStep: refusal.nextStep ?? 'Ensure that the values you send are right and try again' },
      type: refusal.type ?? 'validation_error',
      code: refusal.code,
    },
  }
}

/** Every endpoint's reply under the fault `decline`. */
export const declinedBySandbox: Answer = refused({
  message: 'Declined, as asked for on the sandbox board',
  code: 'sandbox_declined',
  type: 'processor_error',
})

export const serverError: Answer = {
  http: 500,
  body: { status: false, message: 'An error occurred', type: 'api_error', code: 'unknown' },
}

export const tooManyCalls = refused({
  http: 429,
  message: 'Rate limit exceeded!',
  code: 'rate_limited',
  type: 'api_error',
  nextStep: 'Wait a few minutes before you try again',
})

export const invalidKey = refused({
  http: 401,
  message: 'Invalid key',
  code: 'invalid_Key',
  nextStep: 'Ensure that you provide the correct authorization key for the request',
})

/** The refusal of a request that could not be parsed. */
export function unreadable(message: string): Answer {
  return refused({ message, code: 'invalid_params' })
}

export const noSuchPath = refused({ http: 404, message: 'Path not found', code: 'route_not_found' })

export function objectOf(source: Readonly<Record<string, unknown>>, name: string): Record<string, unknown> | null {
  const value = Object.hasOwn(source, name) ? source[name] : undefined
  return isObject(value) ? value : null
}

/** Whole kobo, as a JSON number or as text; null for anything else. */
export function koboOf(source: Readonly<Record<string, unknown>>, name: string): bigint | null {
  const value = Object.hasOwn(source, name) ? source[name] : undefined
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? BigInt(value) : null
}

const PER_PAGE_DEFAULT = 50
const PER_PAGE_MAX = 100

/** One page of a list, with Paystack's `meta`. A `perPage` in the query is returned as text, as Paystack does. */
export function pageOf<Item>(items: readonly Item[], query: Readonly<Record<string, string>>) {
  const perPage = Math.min(wholeNumber(query.perPage) ?? PER_PAGE_DEFAULT, PER_PAGE_MAX)
  const page = wholeNumber(query.page) ?? 1
  const skipped = (page - 1) * perPage
  return {
    items: items.slice(skipped, skipped + perPage),
    meta: {
      total: items.length,
      skipped,
      perPage: query.perPage === undefined ? perPage : String(perPage),
      page,
      pageCount: Math.ceil(items.length / perPage),
    },
  }
}

function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : null
}
