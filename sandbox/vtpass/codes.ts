import type { Answer } from '#sandbox/transport.ts'

/** VTpass's response codes and their descriptions. */
const DESCRIPTIONS = {
  '000': 'TRANSACTION PROCESSED',
  '001': 'TRANSACTION QUERY',
  '010': 'VARIATION CODE DOES NOT EXIST',
  '011': 'INVALID ARGUMENTS',
  '012': 'PRODUCT DOES NOT EXIST',
  '013': 'BELOW MINIMUM AMOUNT ALLOWED',
  '014': 'REQUEST ID ALREADY EXIST',
  '015': 'INVALID REQUEST ID',
  '016': 'TRANSACTION FAILED',
  '017': 'ABOVE MAXIMUM AMOUNT ALLOWED',
  '018': 'LOW WALLET BALANCE',
  '019': 'LIKELY DUPLICATE TRANSACTION',
  '020': 'BILLER CONFIRMED',
  '021': 'ACCOUNT LOCKED',
  '022': 'ACCOUNT SUSPENDED',
  '023': 'API ACCESS NOT ENABLED FOR USER',
  '024': 'ACCOUNT INACTIVE',
  '025': 'RECIPIENT BANK INVALID',
  '026': 'RECIPIENT ACCOUNT COULD NOT BE VERIFIED',
  '027': 'IP NOT WHITELISTED',
  '028': 'PRODUCT IS NOT WHITELISTED ON YOUR ACCOUNT',
  '030': 'BILLER NOT REACHABLE AT THIS POINT',
  '031': 'BELOW MINIMUM QUANTITY ALLOWED',
  '032': 'ABOVE MAXIMUM QUANTITY ALLOWED',
  '034': 'SERVICE SUSPENDED',
  '035': 'SERVICE INACTIVE',
  '040': 'TRANSACTION REVERSAL',
  '044': 'TRANSACTION RESOLVED',
  '083': 'SYSTEM ERROR',
  '085': 'IMPROPER REQUEST ID',
  '087': 'INVALID CREDENTIALS',
  '089': 'REQUEST IS PROCESSING',
  '091': 'TRANSACTION NOT PROCESSED',
  '099': 'TRANSACTION IS PROCESSING',
} as const satisfies Record<string, string>
export type Code = keyof typeof DESCRIPTIONS

/** VTpass's description of a code; unknown codes get a general one. */
export function descriptionOf(code: string): string {
  return Object.hasOwn(DESCRIPTIONS, code) ? DESCRIPTIONS[code as Code] : 'UNKNOWN RESPONSE'
}

/** A reply with little more than a code. Business errors are HTTP 200: VTpass documents no other. */
export function codeAnswer(code: Code, requestId?: string): Answer {
  return shortAnswer(code, requestId)
}

/** Like codeAnswer, for any three digits. */
export function shortAnswer(code: string, requestId?: string): Answer {
  const body = { code, response_description: descriptionOf(code) }
  return { http: 200, body: requestId === undefined ? body : { ...body, requestId } }
}
