import fs from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { EXAMPLE_CHANNELS } from '#contract/example-channels.ts'
import { advance } from '#sandbox/advance.ts'
import { boardState } from '#sandbox/control/board-state.ts'
import { emailsTo } from '#sandbox/email/emails.ts'
import { pushMessages } from '#sandbox/push/messages.ts'
import { smsTo } from '#sandbox/termii/sms.ts'
import { texts } from '#sandbox/unchecked.ts'
import type { World } from '#sandbox/world.ts'
import { emailRows, emailsPage } from './emails.ts'
import { examplePage } from './examples.ts'
import { page } from './html.ts'
import { pushPage, pushRows } from './push.ts'
import { regionTexts } from './regions.ts'
import { smsPage, smsRows } from './sms.ts'

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const

/** Any program on this machine can send an email, so an email's page runs no script and loads nothing. */
const HEADERS_OF_AN_EMAIL = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox",
} as const

/** The bank app with the board, the emails, the SMS and the push messages. */
export function pageRoutes(world: World) {
  const css = fs.readFileSync(new URL('./page.css', import.meta.url))
  const script = fs.readFileSync(new URL('./page.js', import.meta.url))
  const listScript = fs.readFileSync(new URL('./list.js', import.meta.url))
  const emails = (query: unknown) => {
    const { to } = texts(query)
    return { emails: emailsTo(world, to), to, appUrl: world.appUrl }
  }
  const sms = (query: unknown) => {
    const { to } = texts(query)
    return { sms: smsTo(world, to), to }
  }
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onSend', async (_request, reply) => {
      reply.headers({ ...HEADERS, ...reply.getHeaders() })
    })
    app.addHook('preHandler', async () => advance(world))
    app.get('/', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page(boardState(world))))
    app.get('/page/regions', async () => regionTexts(boardState(world)))
    app.get('/emails', async (request, reply) =>
      reply.type('text/html; charset=utf-8').send(emailsPage(emails(request.query))),
    )
    app.get<{ Params: { id: string } }>('/emails/:id', async ({ params }, reply) => {
      const email = world.state.emails.find(({ id }) => id === params.id)
      if (email?.html === undefined) return await reply.callNotFound()
      reply.headers(HEADERS_OF_AN_EMAIL)
      return reply.type('text/html; charset=utf-8').send(email.html)
    })
    app.get('/page/emails', async (request) => ({ emails: emailRows(emails(request.query)).raw }))
    for (const channel of EXAMPLE_CHANNELS) {
      app.get(`/examples/${channel}`, async (_request, reply) =>
        reply.type('text/html; charset=utf-8').send(examplePage(channel)),
      )
    }
    app.get('/push', async (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(pushPage(pushMessages(world))),
    )
    app.get('/page/push', async () => ({ push: pushRows(pushMessages(world)).raw }))
    app.get('/list.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(listScript))
    app.get('/sms', async (request, reply) => reply.type('text/html; charset=utf-8').send(smsPage(sms(request.query))))
    app.get('/page/sms', async (request) => ({ sms: smsRows(sms(request.query)).raw }))
    app.get('/page.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(css))
    app.get('/page.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script))
  }
}
