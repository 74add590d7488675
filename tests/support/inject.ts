import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Jara } from '#server/app.ts'

/** An application, with the settings that give its host name. */
export type Named = Pick<Jara, 'app'> & { readonly deps: Pick<Jara['deps'], 'config'> }

/** A request without a network, to the application's own host name unless the headers name another. */
export async function inject({ app, deps }: Named, request: InjectOptions): Promise<LightMyRequestResponse> {
  const { consoleUrl, publicUrl, servesCustomers } = deps.config
  return await app.inject({ authority: new URL(servesCustomers ? publicUrl : consoleUrl).host, ...request })
}
