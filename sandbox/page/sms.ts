import { septetsOf } from '#contract/gsm7.ts'
import type { SandboxSms } from '#sandbox/events.ts'
import { html, type Raw } from './escape.ts'
import { lagosTime } from './regions.ts'
import { sandboxPage } from './sandbox-page.ts'

/** What the page of SMS shows: all of them, newest first, or those to one number. */
export type SmsPage = { readonly sms: readonly SandboxSms[]; readonly to: string | undefined }

/** The SMS that the product has sent to anybody: nothing leaves the sandbox. */
export function smsPage(of: SmsPage): string {
  const isOne = of.to !== undefined && of.to.trim() !== ''
  return sandboxPage({
    title: 'Sandbox SMS',
    script: '/list.js',
    ways: html`<a href="/">Bank and board</a> <a href="/emails">Emails</a> <b aria-current="page">SMS</b> <a href="/push">Push</a>`,
    main: html`<section aria-labelledby="sms-title">
<h1 id="sms-title">SMS</h1>
${
  isOne
    ? html`<p>SMS to <b>${of.to?.trim() ?? ''}</b>, newest first. <a href="/sms">All SMS</a></p>`
    : html`<p>Every SMS the app has sent, newest first. None of them leaves this machine.</p>`
}
<div id="sms" data-source="/page/sms">${smsRows(of)}</div>
</section>`,
  })
}

/** The part of the page that changes. */
export function smsRows({ sms }: SmsPage): Raw {
  if (sms.length === 0) return html`<p class="empty">No SMS has arrived yet.</p>`
  return html`${sms.map(panelOf)}`
}

function panelOf({ id, to, from, text, parts, status, at }: SandboxSms): Raw {
  return html`<article class="panel email" aria-labelledby="${id}">
<h2 id="${id}">${from}</h2>
<span class="note">to <a href="/sms?to=${encodeURIComponent(to)}">${to}</a></span> <time datetime="${at}">${lagosTime(at)}</time>
<pre>${text}</pre>
<p class="note">${lengthOf(text, parts)} · ${status}</p>
</article>`
}

function lengthOf(text: string, parts: number | null): string {
  if (parts === null) return 'does not fit the alphabet of an SMS'
  return `${septetsOf(text)} septets, ${parts === 1 ? '1 part' : `${parts} parts`}`
}
