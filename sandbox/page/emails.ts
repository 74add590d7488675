import type { SandboxEmail } from '#sandbox/events.ts'
import { html, type Raw } from './escape.ts'
import { lagosTime } from './regions.ts'
import { sandboxPage } from './sandbox-page.ts'

/** What the page of letters shows: all of them, newest first, or those to one address. */
export type EmailsPage = {
  readonly letters: readonly SandboxEmail[]
  readonly to: string | undefined
  /** Links to it can be followed; all others are text. */
  readonly appUrl: string | null
}

/** The letters that the product has sent to anybody: nothing leaves the sandbox. */
export function emailsPage(of: EmailsPage): string {
  return sandboxPage({
    title: 'Sandbox letters',
    script: '/letters.js',
    ways: html`<a href="/">Bank and board</a> <b aria-current="page">Letters</b>`,
    main: html`<section aria-labelledby="letters-title">
<h1 id="letters-title">Letters</h1>
${which(of.to)}
<div id="letters">${emailRows(of)}</div>
</section>`,
  })
}

/** The part of the page that changes. */
export function emailRows({ letters, appUrl }: EmailsPage): Raw {
  if (letters.length === 0) return html`<p class="empty">No letter has arrived yet.</p>`
  return html`${letters.map((letter) => letterPanel(letter, appUrl))}`
}

function which(to: string | undefined): Raw {
  if (to === undefined || to.trim() === '') {
    return html`<p>Every letter the app has sent, newest first. None of them leaves this machine.</p>`
  }
  return html`<p>Letters to <b>${to.trim()}</b>, newest first. <a href="/letters">All letters</a></p>`
}

function letterPanel({ id, to, subject, text, at }: SandboxEmail, appUrl: string | null): Raw {
  return html`<article class="panel letter" aria-labelledby="${id}">
<h2 id="${id}">${subject}</h2>
<span class="note">to <a href="/letters?to=${encodeURIComponent(to)}">${to}</a></span> <time datetime="${at}">${lagosTime(at)}</time>
<pre>${withLinks(text, appUrl)}</pre>
</article>`
}

/** The text as it is, with the app's own addresses as links. */
function withLinks(text: string, appUrl: string | null): Raw[] {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) => {
    // A sentence may end right behind an address.
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
