import { describe, expect, test } from 'vitest'
import { parseNaira } from '#contract/money.ts'
import { type Edit, groupTyped } from './naira-typing.ts'

/** `1,5|00`: the text, and a bar where the caret is. */
const marked = ({ text, caret }: { text: string; caret: number }) => `${text.slice(0, caret)}|${text.slice(caret)}`
const edited = (of: { from: string; to: string; forward?: boolean }): string =>
  marked(
    groupTyped({
      before: of.from,
      typed: of.to.replace('|', ''),
      caret: of.to.indexOf('|'),
      forward: of.forward ?? false,
    }),
  )

describe('an amount', () => {
  test.each([
    { from: '150', to: '1500|', becomes: '1,500|' },
    { from: '1,500', to: '1,5000|', becomes: '15,000|' },
    { from: '', to: '1500000|', becomes: '1,500,000|' },
    { from: '1,500', to: '12|,500', becomes: '12|,500' },
    { from: '12,500', to: '129|,500', becomes: '129|,500' },
    { from: '129,500', to: '1299|,500', becomes: '1,299|,500' },
    { from: '1,500', to: '1,500.|', becomes: '1,500.|' },
    { from: '1,500.', to: '1,500.5|', becomes: '1,500.5|' },
    { from: '', to: '0|', becomes: '0|' },
    { from: '0', to: '05|', becomes: '5|' },
    { from: '0', to: '0.|', becomes: '0.|' },
    { from: '1', to: '1,|', becomes: '1|' },
    { from: '', to: '.|', becomes: '.|' },
  ])('is grouped while it is typed: $to', ({ becomes, ...edit }) => {
    expect(edited(edit)).toBe(becomes)
  })

  test.each([
    { from: '1,500', to: '1,50|', becomes: '150|' },
    { from: '15,000', to: '15,00|', becomes: '1,500|' },
    { from: '1,500', to: '1|500', becomes: '|500' },
    { from: '1,500', to: '1|500', forward: true, becomes: '1|00' },
    { from: '1,234,567', to: '1,234|567', becomes: '123|,567' },
    { from: '1,234,567', to: '1|567', becomes: '1|,567' },
    { from: '1,500', to: '|500', becomes: '|500' },
    { from: '1,000', to: '|000', becomes: '|0' },
    { from: '1,500', to: '|', becomes: '|' },
  ])('loses what is deleted, across a comma too: $from, $to', ({ becomes, ...edit }) => {
    expect(edited(edit)).toBe(becomes)
  })

  test.each([
    { from: '', to: '₦1500|', becomes: '1,500|' },
    { from: '', to: ' ₦ 1,500.50 |', becomes: '1,500.50|' },
    { from: '1,500', to: '2500|', becomes: '2,500|' },
    { from: '1', to: '1,500|', becomes: '1,500|' },
    { from: '1,500', to: '1000|,500', becomes: '1,000|,500' },
  ])('is taken as it is pasted: $to', ({ becomes, ...edit }) => {
    expect(edited(edit)).toBe(becomes)
  })

  test.each(['1e5|', '-5|', '1,50|', '1.5.0|', '15 00|', '1500 naira|', '१५००|'])(
    'is never made of what is none: %s',
    (to) => {
      expect(edited({ from: '', to })).toBe(to)
      expect(parseNaira(to.replace('|', ''))).toBeNull()
    },
  )

  test('reads the same with and without commas, whatever is typed and deleted', () => {
    const random = randomOf(20_261_125)
    for (let round = 0; round < 200; round++) {
      let field = { text: '', caret: 0 }
      let plain = { text: '', caret: 0 }
      for (let step = 0; step < 30; step++) {
        const place = random(field.text.length + 1)
        field = { ...field, caret: place }
        plain = { ...plain, caret: place - commasIn(field.text.slice(0, place)) }
        const kind = random(3)
        const figure = String(1 + random(9))
        const edit = kind === 0 ? deleted(field, false) : kind === 1 ? deleted(field, true) : typed(field, figure)
        plain = kind === 0 ? without(plain, -1) : kind === 1 ? without(plain, 0) : put(plain, figure)
        field = groupTyped(edit)
        expect([field.text.replaceAll(',', ''), field.caret - commasIn(field.text.slice(0, field.caret))]).toEqual([
          plain.text,
          plain.caret,
        ])
      }
    }
  })
})

type Place = { readonly text: string; readonly caret: number }
const commasIn = (text: string) => text.split(',').length - 1
const put = ({ text, caret }: Place, figure: string): Place => ({
  text: text.slice(0, caret) + figure + text.slice(caret),
  caret: caret + 1,
})
function without({ text, caret }: Place, step: -1 | 0): Place {
  const at = caret + step
  if (at < 0 || at >= text.length) return { text, caret }
  return { text: text.slice(0, at) + text.slice(at + 1), caret: at }
}
function typed(field: Place, figure: string): Edit {
  const after = put(field, figure)
  return { before: field.text, typed: after.text, caret: after.caret }
}
function deleted(field: Place, forward: boolean): Edit {
  const after = without(field, forward ? 0 : -1)
  return { before: field.text, typed: after.text, caret: after.caret, forward }
}

/** Whole numbers below a bound, the same ones in every run. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
