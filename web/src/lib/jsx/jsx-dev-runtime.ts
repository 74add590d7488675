import type { ElementType, Key, ReactElement } from 'react'
import { type JSXSource, jsxDEV as reactJsxDev } from 'react/jsx-dev-runtime'
import { translatable } from './translatable.ts'

export { Fragment } from 'react/jsx-runtime'
/** The same for `npm run dev:web` and the tests. */
export type { JSX } from './elements.ts'

export function jsxDEV(
  type: ElementType,
  props: object,
  key: Key | undefined,
  isStatic: boolean,
  source?: JSXSource,
  self?: unknown,
): ReactElement {
  const own: { readonly children?: unknown } = translatable(type, props)
  return reactJsxDev(type, own, key, isStatic && Array.isArray(own.children), source, self)
}
