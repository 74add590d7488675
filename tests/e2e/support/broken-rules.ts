import type { Page } from '@playwright/test'

/** Collects the browser's complaints from now on: policy violations, failed scripts, console errors. */
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
