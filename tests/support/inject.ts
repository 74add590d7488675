import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Jara } from '#server/app.ts'

/** An application, with the settings that say under which name it is opened. */
export type Named = Pick<Jara, 'app'> & { readonly deps: Pick<Jara['deps'], 'config'> }

/** A request past the network, to the name the application is opened under unless its headers say another one. */
export async function inject({ app, deps }: Named, request: InjectOptions): Promise<LightMyRequestResponse> {
  const { consoleUrl, publicUrl, servesCustomers } = deps.config
  return await app.inject({ authority: new URL(servesCustomers ? publicUrl : consoleUrl).host, ...request })
}
