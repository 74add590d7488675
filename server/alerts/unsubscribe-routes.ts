import { unsubscribedAnswer, unsubscribeQuery } from '#contract/alert-settings.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/platform/http/app.ts'
import { passwordsPerMinute } from '#server/platform/http/security.ts'
import { UNSUBSCRIBE_PATH, unsubscribe, unsubscribePage } from './unsubscribe.ts'

/** Content types of a mailbox's "List-Unsubscribe=One-Click". Only the token decides. */
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']
const FORM_MAX_BYTES = 1_024

/** The unsubscribe link of optional emails. Opening it changes nothing, because mailboxes open links to scan them. */
export function unsubscribeRoutes(app: App, deps: Deps): void {
  const config = passwordsPerMinute(deps.config)
  void app.register((scope: App, _options, done) => {
    scope.addContentTypeParser(FORMS, { parseAs: 'string' }, (_request, _body, parsed) => parsed(null))
    scope.get(UNSUBSCRIBE_PATH, { schema: { querystring: unsubscribeQuery }, config }, (request, reply) =>
      reply.redirect(unsubscribePage(request.query.token), 303),
    )
    scope.post(
      UNSUBSCRIBE_PATH,
      {
        schema: { querystring: unsubscribeQuery, response: { 200: unsubscribedAnswer } },
        config,
        bodyLimit: FORM_MAX_BYTES,
      },
      async (request) => ({ category: await unsubscribe(deps, request.query.token) }),
    )
    done()
  })
}
