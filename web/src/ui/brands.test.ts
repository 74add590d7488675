import { describe, expect, test } from 'vitest'
import { NETWORKS } from '#contract/phones.ts'
import { contrast } from '#tests/support/contrast.ts'
import { brandKeys } from './brand-keys.ts'
import styles from './brands.css?raw'

type Brand = { readonly key: string; readonly initials: string; readonly colour: string; readonly ink: string }

const BRANDS: readonly Brand[] = styles
  .split('}\n')
  .filter((rule) => rule.includes('~='))
  .flatMap((rule) => {
    const textOf = (property: string) => new RegExp(`${property}: "?(.+?)"?;`).exec(rule)?.[1]
    const [initials = '', colour = '', ink = '#ffffff'] = ['--mark', '--mark-on', '--mark-ink'].map(textOf)
    return [...rule.matchAll(/~="(.+?)"/g)].map(([, key = '']) => ({ key, initials, colour, ink }))
  })

/** The initials a name gets, or nothing. */
function markOf(name: string): string | undefined {
  const keys = brandKeys(name).split(' ')
  return BRANDS.find(({ key }) => keys.includes(key))?.initials
}

describe('the mark of a brand', () => {
  test('is found wherever the file has one', () => {
    expect(BRANDS).toHaveLength(styles.match(/data-brand~=/g)?.length ?? 0)
    expect(BRANDS.length).toBeGreaterThan(20)
  })

  // Its two colours are the same in every theme.
  test.each(BRANDS)('of $key is read', ({ initials, colour, ink }) => {
    expect(initials).toMatch(/^[A-Z0-9]{2,3}$/)
    expect(contrast(colour, ink)).toBeGreaterThanOrEqual(4.5)
  })

  test('is there for every network', () => {
    for (const { name } of Object.values(NETWORKS)) expect(markOf(`${name} Airtime`), name).toBeDefined()
  })

  test.each([
    ['MTN Airtime', 'MTN'],
    ['GTBank', 'GT'],
    ['Access Bank (Diamond)', 'AC'],
    ['UNITED BANK FOR AFRICA', 'UBA'],
    ['First City Monument Bank', 'FC'],
    ['First Bank of Nigeria', 'FB'],
    ['Kuda', 'KU'],
    ['Ikeja Electric Payment - IKEDC', 'IK'],
    ['Port Harcourt Electric Payment - PHED', 'PH'],
    ['DSTV Subscription', 'DS'],
    ['Gotv Payment', 'GO'],
  ])('of "%s" is %s', (name, initials) => {
    expect(markOf(name)).toBe(initials)
  })

  test.each(['Globus Bank', 'Unity Bank', 'Access', 'Kudahuvadhoo', '', 'Bank Transfer', 'SunTrust Bank', 'Eko Hotel'])(
    'is never borrowed by "%s"',
    (name) => {
      expect(markOf(name)).toBeUndefined()
    },
  )

  test('has a colour that no other brand has', () => {
    const initialsOf = new Map(BRANDS.map(({ initials, colour }) => [colour, initials]))
    for (const { initials, colour } of BRANDS) expect(initialsOf.get(colour)).toBe(initials)
  })
})
