import { createElement, type SVGProps } from 'react'

type IconData = { readonly node: readonly (readonly [string, object])[] }
type IconProps = SVGProps<SVGSVGElement> & { readonly size?: number | string }

/**
 * Makes each icon of lucide-react (vite.icons.ts). The library's own function reads settings from a context and can
 * draw for other frameworks; every first screen would wait for that code. `size` is in CSS pixels.
 */
export default function createIcon({ node }: IconData) {
  const children = node.map(([tag, attributes]) => createElement(tag, attributes))
  return function Icon({ size = 24, ...rest }: IconProps) {
    const named = 'aria-label' in rest || 'aria-labelledby' in rest || 'role' in rest
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': !named,
        ...rest,
      },
      children,
    )
  }
}
