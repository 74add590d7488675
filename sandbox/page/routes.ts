import fs from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { boardState } from '../control/board-state.ts'
import { advance, type World } from '../world.ts'
import { page } from './html.ts'
import { regionTexts } from './regions.ts'

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const

/** The bank app and the board. */
export function pageRoutes(world: World) {
  const css = fs.readFileSync(new URL('./page.css', import.meta.url))
  const script = fs.readFileSync(new URL('./page.js', import.meta.url))
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onSend', async (_request, reply) => {
      reply.headers(HEADERS)
    })
    app.addHook('preHandler', async () => advance(world))
    app.get('/', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page(boardState(world))))
    app.get('/page/regions', async () => regionTexts(boardState(world)))
    app.get('/page.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(css))
    app.get('/page.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script))
  }
}
