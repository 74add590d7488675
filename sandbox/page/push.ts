import type { SandboxPush } from '#sandbox/events.ts'
import { isObject, textOf } from '#sandbox/unchecked.ts'
import { html, type Raw } from './escape.ts'
import { lagosTime } from './regions.ts'
import { sandboxPage } from './sandbox-page.ts'

/** The push messages that browsers of this world would show. */
export function pushPage(messages: readonly SandboxPush[]): string {
  return sandboxPage({
    title: 'Sandbox push',
    script: '/list.js',
    ways: html`<a href="/">Bank and board</a> <a href="/emails">Emails</a> <a href="/sms">SMS</a> <b aria-current="page">Push</b>`,
    main: html`<section aria-labelledby="push-title">
<h1 id="push-title">Push</h1>
<p>What the app has sent to browsers of this world, newest first: the last message of each topic, until it expires. A real browser gets its messages from its own maker’s push service, and none of them is here.</p>
<div id="push" data-source="/page/push">${pushRows(messages)}</div>
</section>`,
  })
}

/** The part of the page that changes. */
export function pushRows(messages: readonly SandboxPush[]): Raw {
  if (messages.length === 0) return html`<p class="empty">No push message has arrived yet.</p>`
  return html`${messages.map(pushPanel)}`
}

function pushPanel({ id, subscription, urgency, text, at }: SandboxPush): Raw {
  const { title, body } = shownIn(text)
  return html`<article class="panel email" aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<span class="note">to ${subscription}, ${urgency}</span> <time datetime="${at}">${lagosTime(at)}</time>
<pre>${body}</pre>
</article>`
}

/** What a browser would show for a message; the whole text if it is not in the app's format. */
function shownIn(text: string | null): { readonly title: string; readonly body: string } {
  if (text === null) return { title: 'A message that its browser cannot read', body: '' }
  const message = jsonOf(text)
  if (!isObject(message)) return { title: 'A message without a title', body: text }
  return { title: textOf(message, 'title') ?? 'A message without a title', body: textOf(message, 'body') ?? '' }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
