/**
 * Styles that at least one of the oldest supported browsers drops (contract/browsers.ts) and that a screen is unusable
 * without. The build refuses them. From MDN's browser compatibility data.
 */
export const NEWER_STYLES: Readonly<Record<string, RegExp>> = {
  'a cascade layer (Chrome 99)': /@layer(?! properties\b)[^{;]*/,
  'a scope (Chrome 118)': /@scope\b/,
  'a starting style (Chrome 117)': /@starting-style\b/,
  'a nested rule (Chrome 112)': /[{;}]\s*&[^{;}]*\{/,
  'a movement of its own (Chrome 104): write transform': /[{;](?:translate|rotate|scale):/,
  'a mixed or wide colour (Chrome 111)': /[:, (](?:color-mix|oklab|oklch|lab|lch|color|light-dark)\(/,
  'a calculation (Chrome 111)': /[:, (](?:round|mod|rem|sin|cos|tan|pow|sqrt|hypot|exp|log|abs|sign)\(/,
  'a range in a media query (Chrome 104)': /@media[^{]*[<>]/,
  'a media query with or, or with not of a part (Chrome 104)': /@media[^{]*(?:\)\s*or\b|\bnot\s*\()/,
  'an overflow that is clipped (Safari 16)': /[{;]overflow(?:-[xy])?:clip/,
  'a subgrid (Chrome 117)': /:subgrid\b/,
  'a popover (Chrome 114)': /\[popover\]/,
  'a size of its content (Chrome 123)': /[{;]field-sizing:/,
  'an anchor (Chrome 125)': /[{;](?:anchor-name|position-anchor|position-area|position-try)/,
  'a mask (Chrome 120): write -webkit-mask': /[{;]mask(?:-[a-z]+)?:/,
}

/** A length in a newer unit; the same property with an older unit must precede it. */
export const NEWER_LENGTH = /([a-z-]+):[^;{}]*\d(?:[dsl]v[hw]|cq[wihb]|cqmin|cqmax|r?lh|cap|ric|ic)\b[^;{}]*/g

/**
 * Styles that an old browser drops too, but that the screens can do without: narrow lists keep their markers, tiles
 * their plain border, and the page behind a dialog stays scrollable. tests/e2e/outside-old-browser.spec.ts runs without
 * them.
 */
export const DISPENSABLE_STYLES = {
  blocks: /@container[^{]*/,
  selectors: /:has\(|:open\b|:popover-open\b/,
  declarations:
    /^(?:container-type|text-wrap|overscroll-behavior|accent-color|hyphens|forced-color-adjust|aspect-ratio):|\d(?:[dsl]v[hw]|cq[wihb]|r?lh)\b/,
} as const
