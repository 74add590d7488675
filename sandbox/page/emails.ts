import type { SandboxEmail } from '#sandbox/events.ts'
import { html, type Raw } from './escape.ts'
import { lagosTime } from './regions.ts'
import { sandboxPage } from './sandbox-page.ts'

/** What the page of emails shows: all of them, newest first, or those to one address. */
export type EmailsPage = {
  readonly emails: readonly SandboxEmail[]
  readonly to: string | undefined
  /** Links to this origin can be followed; all others are plain text. */
  readonly appUrl: string | null
}

/** All emails the product has sent, whoever they are for: nothing leaves the sandbox. */
export function emailsPage(of: EmailsPage): string {
  return sandboxPage({
    title: 'Sandbox emails',
    script: '/list.js',
    ways: html`<a href="/">Bank and board</a> <b aria-current="page">Emails</b> <a href="/sms">SMS</a> <a href="/push">Push</a>`,
    main: html`<section aria-labelledby="emails-title">
<h1 id="emails-title">Emails</h1>
${which(of.to)}
<div id="emails" data-source="/page/emails">${emailRows(of)}</div>
</section>`,
  })
}

/** The part of the page that changes. */
export function emailRows({ emails, appUrl }: EmailsPage): Raw {
  if (emails.length === 0) return html`<p class="empty">No email has arrived yet.</p>`
  return html`${emails.map((email) => emailPanel(email, appUrl))}`
}

function which(to: string | undefined): Raw {
  if (to === undefined || to.trim() === '') {
    return html`<p>Every email the app has sent, newest first. None of them leaves this machine.</p>`
  }
  return html`<p>Emails to <b>${to.trim()}</b>, newest first. <a href="/emails">All emails</a></p>`
}

function emailPanel({ id, to, subject, text, html: drawn, at }: SandboxEmail, appUrl: string | null): Raw {
  return html`<article class="panel email" aria-labelledby="${id}">
<h2 id="${id}">${subject}</h2>
<span class="note">to <a href="/emails?to=${encodeURIComponent(to)}">${to}</a></span> <time datetime="${at}">${lagosTime(at)}</time>
<pre>${withLinks(text, appUrl)}</pre>
${drawn === undefined ? [] : html`<p class="drawn"><a href="/emails/${id}" target="_blank" rel="noopener" aria-describedby="${id}">See it as a mail app shows it</a></p>`}
</article>`
}

/** The text as it is, with the app's own addresses as links. */
function withLinks(text: string, appUrl: string | null): Raw[] {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) => {
    // A sentence may end right after an address.
    const address = part.replace(/[.,;:!?)]+$/, '')
    if (index % 2 === 0 || !leadsTo(appUrl, address)) return html`${part}`
    return html`<a href="${address}">${address}</a>${part.slice(address.length)}`
  })
}

function leadsTo(appUrl: string | null, address: string): boolean {
  if (appUrl === null || !URL.canParse(address) || !URL.canParse(appUrl)) return false
  const { origin, username, password } = new URL(address)
  return origin === new URL(appUrl).origin && username === '' && password === ''
}
