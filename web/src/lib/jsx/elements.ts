import type { Component, ReactElement, JSX as ReactJSX } from 'react'

/** A component returns elements only: a bare text would have no element of its own. */
type Shown = ReactElement | readonly ReactElement[] | null | undefined

/** A component of ours, where it is chosen at run time. */
export type View<Props = object> = (props: Props) => Shown

export declare namespace JSX {
  type ElementType =
    | keyof IntrinsicElements
    | ((props: never) => Shown)
    | (new (
        props: never,
      ) => Component)
    | { readonly $$typeof: symbol }
  type Element = ReactJSX.Element
  type ElementClass = ReactJSX.ElementClass
  type ElementAttributesProperty = ReactJSX.ElementAttributesProperty
  type ElementChildrenAttribute = ReactJSX.ElementChildrenAttribute
  type LibraryManagedAttributes<C, P> = ReactJSX.LibraryManagedAttributes<C, P>
  type IntrinsicAttributes = ReactJSX.IntrinsicAttributes
  type IntrinsicClassAttributes<T> = ReactJSX.IntrinsicClassAttributes<T>
  type IntrinsicElements = ReactJSX.IntrinsicElements
}
