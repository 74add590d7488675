import { SANDBOX_BANNER } from '#contract/constants.ts'
import { html, type Raw } from './escape.ts'

export type PageOf = {
  readonly title: string
  /** The address of its script. */
  readonly script: string
  /** Links to all pages, with this one marked. */
  readonly ways: Raw
  readonly main: Raw
  /** The text below, if any. */
  readonly foot?: Raw
}

/** A complete sandbox page, under the banner that says its money is not real. */
export function sandboxPage({ title, script, ways, main, foot }: PageOf): string {
  return html`<!doctype html>
<html lang="en-NG">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
<script src="${script}" defer></script>
</head>
<body>
<header class="banner">${SANDBOX_BANNER}</header>
<nav class="ways" aria-label="Pages">${ways}</nav>
<main>
${main}
</main>
${foot ?? []}
</body>
</html>
`.raw
}
