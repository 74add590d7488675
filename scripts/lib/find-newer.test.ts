import { expect, test } from 'vitest'
import { findNewer } from './find-newer.ts'

test.each([
  ['Object.groupBy(a,b)', 'Object.groupBy'],
  ['a.toReversed()', 'Array.prototype.toReversed'],
  ['x=AbortSignal.any([a])', 'AbortSignal.any'],
  ['URL?.canParse(a)', 'URL.canParse'],
  ['structuredClone(a)', 'globalThis.structuredClone'],
  ['/(?<=a)b/.test(c)', 'a lookbehind (Safari 16.4)'],
  ['class A{static{b()}}', 'a static block (Safari 16.4)'],
  ['new Intl.NumberFormat(a,{roundingMode:b})', 'a rounding of Intl (Chrome 106)'],
  ['a.ariaLabel=b', 'an attribute as a property (Firefox 119): write setAttribute'],
])('refuses %s', (code, what) => {
  expect(findNewer('a.js', code)).toContain(what)
})

test.each([
  'a.filter(b).map(c)',
  'q.groupBy(a)',
  '`structuredClone`',
  '"requestIdleCallback"in globalThis',
  'a.size',
  '/(?<name>a)/.exec(b)',
])('lets %s be', (code) => {
  expect(findNewer('a.js', code)).toEqual([])
})

test.each([
  ['@layer base{a{color:red}}', 'a cascade layer'],
  ['a{translate:1px}', 'a movement of its own'],
  ['a{color:color-mix(in srgb,red,blue)}', 'a mixed or wide colour'],
  ['a{height:50dvh}', 'a length without an older one'],
  ['a{width:1px;height:50dvh}', 'a length without an older one'],
  ['@media (width<16rem){a{color:red}}', 'a range in a media query'],
  ['@media not (hover){a{color:red}}', 'a media query with or'],
  ['@media (hover) or (width>1px){a{color:red}}', 'a media query with or'],
])('refuses the style %s', (css, what) => {
  expect(findNewer('a.css', css).join()).toContain(what)
})

test.each([
  'a{height:50vh;height:50dvh}',
  '@supports (color:color-mix(in lab, red, red)){a{color:color-mix(in oklab, red, blue)}}',
  'a{transform:translate(1px)}',
  '@media not all and (min-width:48rem){a{color:red}}',
  '.h-\\[50dvh\\]{height:50vh;height:50dvh}',
])('lets the style %s be', (css) => {
  expect(findNewer('a.css', css)).toEqual([])
})
