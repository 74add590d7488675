import { z } from 'zod'

/** Every provider there is an adapter for, and what it does. */
const PROVIDERS = { paystack: 'payments', vtpass: 'bills' } as const

export type ProviderName = keyof typeof PROVIDERS

/** Names, separated by commas. Of each kind the first is for what is new; every other one is for what was begun with it. */
export const providerSettings = {
  PROVIDERS: z
    .string()
    .default('paystack,vtpass')
    .transform((text, context): readonly ProviderName[] => {
      const names = text.split(',').map((name) => name.trim())
      const unknown = names.find((name) => !isProvider(name))
      if (unknown !== undefined) context.addIssue(`"${unknown}" is no provider: ${Object.keys(PROVIDERS).join(', ')}`)
      if (new Set(names).size < names.length) context.addIssue('each provider once')
      for (const kind of new Set(Object.values(PROVIDERS))) {
        if (!names.some((name) => isProvider(name) && PROVIDERS[name] === kind))
          context.addIssue(`one for ${kind} is needed`)
      }
      return names.filter(isProvider)
    }),
}

function isProvider(name: string): name is ProviderName {
  return Object.hasOwn(PROVIDERS, name)
}
