import fs from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { advance } from '#sandbox/advance.ts'
import { boardState } from '#sandbox/control/board-state.ts'
import { emailsTo } from '#sandbox/email/emails.ts'
import { texts } from '#sandbox/unchecked.ts'
import type { World } from '#sandbox/world.ts'
import { emailRows, emailsPage } from './emails.ts'
import { page } from './html.ts'
import { regionTexts } from './regions.ts'

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const

/** The bank app with the board, and the letters. */
export function pageRoutes(world: World) {
  const css = fs.readFileSync(new URL('./page.css', import.meta.url))
  const script = fs.readFileSync(new URL('./page.js', import.meta.url))
  const lettersScript = fs.readFileSync(new URL('./emails.js', import.meta.url))
  const letters = (query: unknown) => {
    const { to } = texts(query)
    return { letters: emailsTo(world, to), to, appUrl: world.appUrl }
  }
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onSend', async (_request, reply) => {
      reply.headers(HEADERS)
    })
    app.addHook('preHandler', async () => advance(world))
    app.get('/', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page(boardState(world))))
    app.get('/page/regions', async () => regionTexts(boardState(world)))
    app.get('/letters', async (request, reply) =>
      reply.type('text/html; charset=utf-8').send(emailsPage(letters(request.query))),
    )
    app.get('/page/letters', async (request) => ({ letters: emailRows(letters(request.query)).raw }))
    app.get('/letters.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(lettersScript))
    app.get('/page.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(css))
    app.get('/page.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script))
  }
}
