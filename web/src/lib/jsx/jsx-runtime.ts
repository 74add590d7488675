import type { ElementType, Key, ReactElement } from 'react'
import { jsx as reactJsx, jsxs as reactJsxs } from 'react/jsx-runtime'
import { translatable } from './translatable.ts'

export { Fragment } from 'react/jsx-runtime'
/** What JSX becomes in this app (web/tsconfig.json): React's own elements, with texts that a translator may replace. */
export type { JSX } from './elements.ts'

export function jsx(type: ElementType, props: object, key?: Key): ReactElement {
  return reactJsx(type, translatable(type, props), key)
}

export function jsxs(type: ElementType, props: object, key?: Key): ReactElement {
  const own: { readonly children?: unknown } = translatable(type, props)
  // React's development build would complain where several texts were merged into one.
  return (import.meta.env.DEV && !Array.isArray(own.children) ? reactJsx : reactJsxs)(type, own, key)
}
