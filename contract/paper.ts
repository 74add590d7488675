/** Colours of pictures and PDFs, which have no theme: those of the light theme in web/src/ui/themes.css. */

export const PAPER = '#ffffff'
export const INK = '#17152b'
export const INK_2 = '#444158'
export const LINE = '#e0dbd0'
export const BRAND = '#2c33a1'
/** The words across everything that shows practice money. */
export const PRACTICE = '#7c4d00'
export const STATUS_INKS = { completed: '#0b6b43', pending: '#7c4d00', failed: '#b3261e', reversed: '#7c4d00' } as const
/** The cloth's gradient from its upper left to its lower right, and the diamonds of its woven lower edge. */
export const CLOTH = {
  from: '#2a319c',
  to: '#1c2070',
  accent: '#f5b301',
  diamonds: ['#f5b301', '#4cc88d', '#e873b8'],
} as const
