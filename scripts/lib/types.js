import path from 'node:path'
import { runStep } from './run-step.js'
import { root } from './runtime.js'

/** The projects of the type checker, and what each of them covers. Paths begin at the root. */
export const TYPE_PROJECTS = [
  {
    config: 'tsconfig.json',
    title: 'types',
    covers: /^(?:(?:contract|server|sandbox|audit|bench|scripts)\/|tests\/(?!e2e\/)|[^/]+\.config\.ts$)/,
  },
  { config: 'web/tsconfig.json', title: 'types of the web app', covers: /^(?:contract|web\/src)\// },
  { config: 'web/tsconfig.node.json', title: 'types of its tests and its build', covers: /^(?:contract\/|web\/)/ },
  {
    config: 'tests/e2e/tsconfig.json',
    title: 'types of the browser tests',
    covers: /^(?:contract|tests\/e2e|tests\/support)\//,
  },
]

/**
 * Checks the types of one project. The last check's results are kept in node_modules, so that only changes since are
 * checked again: a seventh of the CPU time.
 */
export async function checkTypes(config, options) {
  const { title } = TYPE_PROJECTS.find((project) => project.config === config)
  const kept = path.join(root, 'node_modules/.cache/jara/types', `${config.replaceAll('/', '-')}.tsbuildinfo`)
  return await runStep(title, ['tsc', '-p', config, '--incremental', '--tsBuildInfoFile', kept], options)
}
