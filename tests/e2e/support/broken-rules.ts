import type { Page } from '@playwright/test'

/** What the browser complains about from now on: policies broken, scripts that failed, errors in its console. */
export function brokenRules(page: Page, { allowing = /$^/ }: { allowing?: RegExp } = {}): string[] {
  const broken: string[] = []
  page.on('pageerror', (error) => broken.push(error.message))
  page.on('console', (message) => {
    const isPolicy = /Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())
    const line = `${message.text()} ${message.location().url}`
    if ((isPolicy || message.type() === 'error') && !allowing.test(line)) broken.push(line)
  })
  return broken
}
