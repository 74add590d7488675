import { buildWebIfNeeded } from '../../scripts/lib/build-web.js'

/** Before the first test: the web app, once. Some tests read it and some start whole products, which would build it too. */
export default function setUp(): void {
  buildWebIfNeeded(process.execPath)
}
