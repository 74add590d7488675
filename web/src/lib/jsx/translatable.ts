import type { ElementType, ReactNode } from 'react'
import { jsx } from 'react/jsx-runtime'

type Props = { readonly children?: ReactNode; readonly className?: string; readonly translate?: string }

/**
 * Makes an element safe in a browser that translates its page. Such a browser replaces text nodes with elements of its
 * own. React would go on writing to the lost node: a figure would stay old, and removing it would crash. So every text
 * that has neighbours gets an element of its own, and adjacent texts are merged. Elements stay, and a text alone in one
 * is rewritten with it. Figures, which are `tabular`, are never translated. docs/why/decisions/0082-translated-pages.md
 */
export function translatable<P extends Props>(type: ElementType, props: P): P {
  // A component puts what it is given into elements itself.
  if (typeof type === 'function') return props
  const isHost = typeof type === 'string'
  const children = own(props.children, isHost)
  const isFigure = isHost && props.translate === undefined && props.className?.includes('tabular')
  if (children === props.children && !isFigure) return props
  return isFigure ? { translate: 'no', ...props, children } : { ...props, children }
}

function own(children: ReactNode, isHost: boolean): ReactNode {
  if (!Array.isArray(children)) return !isHost && isText(children) ? inSpan(children, 0) : children
  return children.some((each) => isText(each) || Array.isArray(each)) ? joined(children, isHost) : children
}

function joined(children: readonly ReactNode[], isHost: boolean): ReactNode {
  const isAlone = isHost && children.every((each) => isText(each) || isNothing(each))
  if (isAlone) return children.filter(isText).join('')
  let run: number | null = null
  const own: ReactNode[] = [...children]
  children.forEach((each, place) => {
    if (Array.isArray(each)) own[place] = joined(each, false)
    if (isText(each)) {
      // Elements keep their positions, so React recognises them.
      if (run === null) run = place
      else own[place] = null
      own[run] = run === place ? each : `${own[run]}${each}`
    } else if (!isNothing(each)) run = null
  })
  return own.map((each, place) => (isText(each) ? inSpan(each, place) : each))
}

function inSpan(text: string | number | bigint, place: number): ReactNode {
  return jsx('span', { children: text }, `text ${place}`)
}

function isText(child: ReactNode): child is string | number | bigint {
  return (typeof child === 'string' && child !== '') || typeof child === 'number' || typeof child === 'bigint'
}

function isNothing(child: ReactNode): boolean {
  return child === null || child === undefined || typeof child === 'boolean' || child === ''
}
