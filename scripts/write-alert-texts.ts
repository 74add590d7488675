import fs from 'node:fs'
import path from 'node:path'
import { ALERT_KINDS } from '#contract/alert-kinds.ts'
import { canSwitch } from '#contract/alert-settings.ts'
import { ALERT_DEFAULTS, type AlertChannel } from '#contract/alerts.ts'
import { SMS_SEPTETS, septetsOf } from '#contract/gsm7.ts'
import type { AlertId } from '#contract/ids.ts'
import { emailBlocks } from '#server/alerts/email-alert.ts'
import { smsText } from '#server/alerts/sms/gsm7.ts'
import { textOf } from '#server/alerts/texts.ts'
import { blockText } from '#server/platform/email/blocks.ts'
import { ALERT_EXAMPLES, type AlertExample } from './lib/alert-examples.ts'

const file = path.join(import.meta.dirname, '..', 'docs', 'reference', 'alert-texts.md')
const AT = new Date('2026-11-21T13:05:00Z')
const ALERT_ID = 'alr_example1' as AlertId
const ADDRESS = 'https://jara.example'
const FREEZE_LINK = `${ADDRESS}/freeze#…`
const UNSUBSCRIBE_LINK = `${ADDRESS}/alerts/off#…`

const INTRODUCTION = `# What alerts say

Every text that an alert can have, on every channel, made from examples by \`node scripts/write-alert-texts.ts\`. A test fails
when this page is not current. Each kind has its texts and examples in \`server/outbox/alerts/kinds/\`; those about orders are written by
\`server/outbox/alerts/order-texts.ts\`.

- *App* is the inbox. *Push* and *SMS* hide amounts and names, unless their owner chose to show them. A channel that is not listed is
  never used for that kind.
- An SMS is shown as it is sent, with its length in septets: one part in its own alphabet, cut where it is too long, and a reference.
- Security has emails of its own: \`server/identity/security-events/emails.ts\`.
`

type Line = { readonly name: string; readonly channel: AlertChannel; readonly showsAmounts: boolean }
const LINES: readonly Line[] = [
  { name: 'App', channel: 'app', showsAmounts: true },
  { name: 'Push', channel: 'push', showsAmounts: false },
  { name: 'Push with amounts', channel: 'push', showsAmounts: true },
  { name: 'SMS', channel: 'sms', showsAmounts: false },
  { name: 'SMS with amounts', channel: 'sms', showsAmounts: true },
]

/** The page with every text. */
export function alertTexts(): string {
  const kinds = [...new Set(ALERT_EXAMPLES.map(({ kind }) => kind))]
  return [INTRODUCTION, ...kinds.map(sectionOf)].join('\n')
}

function sectionOf(kind: AlertExample['kind']): string {
  const examples = ALERT_EXAMPLES.filter((each) => each.kind === kind)
  return [
    `## \`${kind}\``,
    '',
    `Category: ${ALERT_KINDS[kind].category}.`,
    '',
    ...examples.flatMap((each) => [`### ${each.of}`, '', ...linesOf(each), '', ...emailOf(each)]),
  ].join('\n')
}

function linesOf(example: AlertExample): string[] {
  const { path: to } = textOf(example, { channel: 'app', showsAmounts: true })
  const said = LINES.filter(({ channel }) => isUsed(example, channel)).map((line) => ({
    ...line,
    text: sayIn(example, line),
  }))
  const lines = said.filter(
    ({ channel, text }, at) => said.findIndex((o) => o.channel === channel && o.text === text) === at,
  )
  return [...lines.map(({ name, text }) => `- ${name}: ${text}`), `- Opens ${to === null ? 'the inbox' : `\`${to}\``}.`]
}

function sayIn(example: AlertExample, shown: Line): string {
  const { title, body } = textOf(example, shown)
  if (shown.channel === 'sms') {
    const sms = smsText(ALERT_ID, { title, body })
    return `${sms} (${septetsOf(sms) ?? 'not in the alphabet'} of ${SMS_SEPTETS})`
  }
  return `**${title}** ${body}`
}

function isUsed({ kind }: AlertExample, channel: AlertChannel): boolean {
  return ALERT_DEFAULTS[ALERT_KINDS[kind].category][channel] !== 'never'
}

function emailOf(example: AlertExample): string[] {
  if (!isUsed(example, 'email') || example.kind === 'account') return []
  const { title, body, path: to } = textOf(example, { channel: 'email', showsAmounts: true })
  const blocks = emailBlocks(
    {
      alert: { ...example, id: ALERT_ID, seq: 1, at: AT },
      text: { title, body, url: `${ADDRESS}${to ?? '/alerts'}` },
    },
    'Jara',
    {
      freeze: FREEZE_LINK,
      unsubscribe: canSwitch(ALERT_KINDS[example.kind].category, 'email') ? UNSUBSCRIBE_LINK : null,
    },
  )
  return [`> Email: **Jara: ${title}**`, ...blocks.flatMap((block) => ['>', `> ${blockText(block)}`]), '']
}

if (process.argv[1] === import.meta.filename) fs.writeFileSync(file, alertTexts())
