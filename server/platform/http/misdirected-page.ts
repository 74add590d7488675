import type { Config } from '#server/platform/config/config.ts'
import { escapeHtml } from '#server/platform/text/escape-html.ts'

const THIS_MACHINE = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/**
 * The page shown to a person who opens this installation under another name: it gives the right address. It contains
 * nothing from the request, so it is the same for everybody, even under a name that a stranger points here. It needs no
 * files, because none are served there.
 */
export function misdirectedPage({ brand }: Pick<Config, 'brand'>, address: string): string {
  const [name, href] = [escapeHtml(brand), escapeHtml(address)]
  const elsewhere = THIS_MACHINE.test(new URL(address).hostname)
    ? `<p>That address works on the machine that runs ${name}. To open it on another device, give ${name} an https address of its own (PUBLIC_URL).</p>`
    : ''
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${name} has another address</title></head><body><h1>${name} has another address</h1><p>Open <a href="${href}">${href}</a></p>${elsewhere}</body></html>`
}
