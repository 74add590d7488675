import { afterAll, afterEach, beforeEach } from 'vitest'
import type { TestJara } from './jara.ts'

/**
 * A separate product for each test of this `describe`. A test that has changed nothing calls the returned function at
 * its end; the next test then gets the same product, with its people.
 */
export function productForEach(start: () => Promise<TestJara>): () => void {
  let jara: TestJara | null = null
  let isUnchanged = false
  const close = async () => {
    await jara?.close()
    jara = null
  }
  beforeEach(async () => {
    jara ??= await start()
    isUnchanged = false
  })
  afterEach(async () => {
    if (!isUnchanged) await close()
  })
  afterAll(close)
  return () => {
    isUnchanged = true
  }
}
