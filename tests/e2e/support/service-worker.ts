import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'

/** Waits until the worker controls this page, and everything the app needs offline is cached. */
export async function readyForOffline(page: Page): Promise<void> {
  const controlled = () => page.evaluate(() => navigator.serviceWorker.controller?.state ?? 'none')
  await expect.poll(controlled).toBe('activated')
}

/** Everything the browser keeps for this site, as one text: storage, databases, caches with their contents. */
export async function keptByBrowser(page: Page): Promise<string> {
  return await page.evaluate(async () => {
    const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.title, document.body.innerText]
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        // The app's own files are the same for everybody, and named after their content.
        const isOfTheApp = new URL(request.url).pathname.startsWith('/assets/')
        kept.push(request.url, isOfTheApp ? null : await (await cache.match(request))?.text())
      }
    }
    for (const { name = '' } of await indexedDB.databases()) kept.push(name, await recordsOf(name))
    return JSON.stringify(kept)

    async function recordsOf(name: string): Promise<unknown[]> {
      const database = await done(indexedDB.open(name))
      const stores = [...database.objectStoreNames]
      const records = stores.map((store) => done(database.transaction(store).objectStore(store).getAll()))
      const found = await Promise.all(records)
      database.close()
      return found
    }

    function done<Result>(request: IDBRequest<Result>): Promise<Result> {
      return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    }
  })
}

export type Deployment = { readonly url: string; deploy(): void; close(): Promise<void> }

/**
 * The product behind another address that forwards the product's host name. Each `deploy` changes the service worker;
 * `prelude` runs first in it.
 */
export async function openDeployment(product: string, prelude = ''): Promise<Deployment> {
  let version = 1
  const { host, hostname, port, origin } = new URL(product)
  const server = http.createServer((request, response) => {
    const isWorker = request.url === '/sw.js'
    const named = { host, ...(request.headers.origin === undefined ? {} : { origin }) }
    const headers = {
      ...request.headers,
      ...named,
      ...(isWorker ? { 'accept-encoding': 'identity', 'if-none-match': '' } : {}),
    }
    const forwarded = http.request({ hostname, port, path: request.url, method: request.method, headers }, (answer) => {
      const { 'content-length': _, ...kept } = answer.headers
      response.writeHead(answer.statusCode ?? 502, isWorker ? kept : answer.headers)
      if (isWorker) response.write(prelude)
      answer.pipe(response, { end: !isWorker })
      if (isWorker) answer.on('end', () => response.end(`\n// version ${version}\n`))
    })
    forwarded.on('error', () => response.destroy())
    request.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    deploy: () => {
      version += 1
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
