import { join } from 'node:path'

/** Icons of lucide-react are made by src/ui/lucide-icon.ts. */
export const iconsOurWay = {
  alias: [{ find: /^\.\.\/createLucideIcon\.mjs$/, replacement: join(import.meta.dirname, 'src/ui/lucide-icon.ts') }],
}
