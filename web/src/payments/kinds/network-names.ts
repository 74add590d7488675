import { NETWORKS } from '#contract/phones.ts'

/** `MTN, Airtel, Glo and 9Mobile (T2)` */
export const NETWORK_NAMES = listed(Object.values(NETWORKS).map(({ name }) => name))

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
