import fs from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { App } from '../app.ts'
import { AppError } from '../errors.ts'

const webFolder = path.join(import.meta.dirname, '..', '..', 'web', 'dist')
const YEAR_S = 31_536_000

/**
 * Serves the built web app: hashed assets for ever, everything else asked for again each time, and the app's page for
 * every address it may know. An unknown API address is a refusal in the one error shape.
 */
export async function addWebFiles(app: App): Promise<void> {
  const built = fs.existsSync(path.join(webFolder, 'index.html'))
  if (built) {
    await app.register(fastifyStatic, {
      root: webFolder,
      preCompressed: true,
      wildcard: false,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const hashed = file.includes(`${path.sep}assets${path.sep}`)
        reply.header('cache-control', hashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|webhooks|assets)\//.test(request.url)
    if (!built || !isPage) throw new AppError('request.not-found')
    return await reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}
