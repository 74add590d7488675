import { buildWebIfNeeded, isWebBuilt } from '../../scripts/lib/build-web.js'

/**
 * Before the first test: the web app, once. Some tests read it and some start whole products, which would build it too.
 * `JARA_TEST_WEB=built-before` takes the one that was built last, for tests that read nothing of what changed in it since.
 */
export default function setUp(): void {
  if (process.env.JARA_TEST_WEB === 'built-before' && isWebBuilt()) return
  buildWebIfNeeded(process.execPath)
}
