import { escapeHtml } from '#server/platform/text/escape-html.ts'
import type { EmailBlock } from './blocks.ts'

/** The parts of an email, from top to bottom. */
export type EmailParts = {
  readonly brand: string
  /** The practice money banner; null in live mode. */
  readonly banner: string | null
  readonly heading: string
  readonly blocks: readonly EmailBlock[]
  readonly footer: readonly string[]
}

/**
 * The HTML of an email. Styles are inline, because mail programs drop most style sheets; the sheet only adds dark mode.
 * It loads nothing: no pictures, no fonts, no trackers.
 */
export function emailHtml({ brand, banner, heading, blocks, footer }: EmailParts): string {
  return `<!doctype html>
<html lang="en-NG">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(heading)}</title>
<style>${DARK}</style>
</head>
<body class="paper" style="${PAPER}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="brand" style="${BRAND}">${escapeHtml(brand)}</td></tr>
<tr><td class="card" style="${CARD}">
${banner === null ? '' : `<p class="banner" style="${BANNER}">${escapeHtml(banner)}</p>\n`}<h1 class="ink" style="${HEADING}">${escapeHtml(heading)}</h1>
${blocks.map(blockHtml).join('\n')}
</td></tr>
<tr><td style="padding:16px 24px">
${footer.map((line) => `<p class="quiet" style="${QUIET}">${lines(line)}</p>`).join('\n')}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

function blockHtml(block: EmailBlock): string {
  if (typeof block === 'string') return `<p class="ink" style="${PARAGRAPH}">${lines(block)}</p>`
  if ('code' in block) return `<p class="code" style="${CODE}">${escapeHtml(block.code)}</p>`
  if ('button' in block) {
    return `<p style="${BUTTON_ROW}"><a class="button" href="${escapeHtml(block.url)}" style="${BUTTON}">${escapeHtml(block.button)}</a></p>`
  }
  const link = `<a class="link" href="${escapeHtml(block.url)}" style="${LINK}">${escapeHtml(block.link)}</a>`
  return `<p class="ink" style="${PARAGRAPH}">${escapeHtml(block.before)}${link}.</p>`
}

const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')

/** The light colours of web/src/ui/themes.css, repeated: mail programs do not support custom properties. */
const PAPER = 'margin:0;padding:0;background-color:#f6f3ec;font-family:system-ui,-apple-system,Roboto,Arial,sans-serif'
const BRAND =
  'padding:16px 24px;background-color:#2a319c;border-bottom:4px solid #f5b301;border-radius:20px 20px 0 0;color:#ffffff;font-size:22px;line-height:28px;font-weight:600'
const CARD = 'padding:24px;background-color:#ffffff;border-radius:0 0 20px 20px'
const BANNER =
  'margin:0 0 16px;padding:8px 12px;background-color:#fff0cf;border-radius:8px;color:#7c4d00;font-size:14px;line-height:20px;font-weight:600'
const HEADING = 'margin:0 0 16px;color:#17152b;font-size:22px;line-height:28px;font-weight:600;overflow-wrap:anywhere'
const PARAGRAPH = 'margin:0 0 16px;color:#17152b;font-size:16px;line-height:24px;overflow-wrap:anywhere'
const CODE =
  'margin:0 0 16px;padding:16px;background-color:#ece8df;border-radius:14px;color:#17152b;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:28px;line-height:36px;font-weight:600;text-align:center'
const BUTTON_ROW = 'margin:8px 0 24px'
const BUTTON =
  'display:inline-block;padding:14px 24px;background-color:#2c33a1;border-radius:14px;color:#ffffff;font-size:16px;line-height:20px;font-weight:600;text-decoration:none'
const LINK = 'color:#2c33a1;text-decoration:underline'
const QUIET = 'margin:0 0 8px;color:#5c596d;font-size:14px;line-height:20px;overflow-wrap:anywhere'

/** The same in the dark theme. */
const DARK = `
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.paper{background-color:#0f0e1a!important}
.card{background-color:#1a1928!important}
.brand{background-color:#282e92!important;border-color:#ffc23a!important}
.ink{color:#f4f2fb!important}
.quiet{color:#a9a6bc!important}
.banner{background-color:#37280a!important;color:#ffc767!important}
.code{background-color:#0a0913!important;color:#f4f2fb!important}
.button{background-color:#bcc2ff!important;color:#14174a!important}
.link{color:#bcc2ff!important}
}
`
