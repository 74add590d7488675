import type { ExampleChannel } from '#contract/example-channels.ts'
import { html } from './escape.ts'
import { sandboxPage } from './sandbox-page.ts'

type Example = { readonly title: string; readonly text: string }

/** What each channel leads to in a real installation. */
const EXAMPLES: Readonly<Record<ExampleChannel, Example>> = {
  'support-email': {
    title: 'Email to support',
    text: 'In a real installation this opens an email to its support team. Nobody reads an email that you send from here.',
  },
  'support-telegram': {
    title: 'Support on Telegram',
    text: 'In a real installation this opens a chat with its support team on Telegram.',
  },
  'support-whatsapp': {
    title: 'Support on WhatsApp',
    text: 'In a real installation this opens a chat with its support team on WhatsApp.',
  },
  'support-live-chat': {
    title: 'Live chat',
    text: 'In a real installation this opens a chat with its support team in the browser.',
  },
  'community-chat': {
    title: 'Community chat',
    text: 'In a real installation this opens the group where its people talk to each other.',
  },
  'community-telegram': {
    title: 'Telegram channel',
    text: 'In a real installation this opens its channel on Telegram, where its team posts news.',
  },
  'community-whatsapp': {
    title: 'WhatsApp group',
    text: 'In a real installation this opens the group of its people on WhatsApp.',
  },
}

/** The page that an example channel opens. */
export function examplePage(channel: ExampleChannel): string {
  const { title, text } = EXAMPLES[channel]
  return sandboxPage({
    title: `Example: ${title}`,
    script: '/list.js',
    ways: html`<a href="/">Bank and board</a> <a href="/emails">Emails</a> <a href="/sms">SMS</a> <a href="/push">Push</a>`,
    main: html`<section aria-labelledby="example-title">
<h1 id="example-title">${title}</h1>
<p>This page is an example. ${text}</p>
<p>Wherever you are contacted: never send money, a PIN, a code or a password to anybody who writes to you.</p>
</section>`,
  })
}
