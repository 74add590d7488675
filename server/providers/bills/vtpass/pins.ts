import { type ExactText, exactText } from '#server/platform/text/exact-text.ts'
import type { DeliveredPin } from '#server/providers/bills/bill-provider.ts'
import { type Fields, fieldsOf, textOf } from './fields.ts'

/** Far more than one purchase brings; a longer list is not a list of PINs. */
const PINS_MAX = 100
/**
 * A WAEC PIN has 12 digits and a serial number `WRN` plus 9 digits; other examinations have longer and shorter ones.
 */
const PIN = /^\d(?:[ -]?\d){7,29}$/
const SERIAL = /^[A-Za-z0-9][A-Za-z0-9/-]{2,39}$/
/** `Serial No:WRN123456790, pin: 098765432112`, several of them with `||` between. */
const IN_TEXT = /^serial\s*(?:no\.?)?\s*:\s*([^,]+),\s*pin\s*:\s*(.+)$/i

/**
 * The delivered PINs. VTpass gives them as `cards` and again as text; the fuller one counts. Implausible ones are left
 * out.
 */
export function pinsIn(body: Fields): DeliveredPin[] {
  const [cards, texts] = [cardsIn(body.cards), textsIn(body.purchased_code)]
  return texts.length > cards.length ? texts : cards
}

/** Accepts a list, or its JSON. */
function cardsIn(value: unknown): DeliveredPin[] {
  const cards = typeof value === 'string' ? parsed(value) : value
  return Array.isArray(cards) ? cards.slice(0, PINS_MAX).flatMap((card) => pinOf(cardOf(fieldsOf(card)))) : []
}

const cardOf = ({ Serial, serial = Serial, Pin, pin = Pin }: Fields) => ({ serial, pin })

function textsIn(value: unknown): DeliveredPin[] {
  if (typeof value !== 'string') return []
  return value.split('||', PINS_MAX).flatMap((part) => {
    const [, serial, pin] = IN_TEXT.exec(part.trim()) ?? []
    return pinOf({ serial, pin })
  })
}

/** A JSON number has lost its leading zeros, so it is not a PIN. */
function pinOf({ serial, pin }: { serial: unknown; pin: unknown }): DeliveredPin[] {
  const text = textOf(pin)
  const digits = text !== null && PIN.test(text) ? exactText(text.replace(/\D/g, '')) : null
  return digits === null ? [] : [{ serial: serialOf(serial), pin: digits }]
}

function serialOf(value: unknown): ExactText | null {
  const text = textOf(value)
  return text !== null && SERIAL.test(text) ? exactText(text) : null
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
