import type { Config } from '#server/platform/config/config.ts'

/** `jara-sandbox-statement-2026-11-01-to-2026-11-21.pdf`: plain ASCII; the sandbox is named. */
export function fileName(
  { brand, mode }: Pick<Config, 'brand' | 'mode'>,
  what: string,
  ending: 'csv' | 'pdf' | 'json',
): string {
  const name = brand
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return [name, mode === 'sandbox' ? 'sandbox' : '', `${what}.${ending}`].filter((part) => part !== '').join('-')
}
