import { buildWebIfNeeded, isWebBuilt } from '../../scripts/lib/build-web.js'

/**
 * Builds the web app once, before the first test. Some tests read it, and some start whole products that would build it
 * too. `JARA_TEST_WEB=built-before` keeps the last build, for tests that do not depend on later changes to the sources.
 */
export default function setUp(): void {
  if (process.env.JARA_TEST_WEB === 'built-before' && isWebBuilt()) return
  buildWebIfNeeded(process.execPath)
}
