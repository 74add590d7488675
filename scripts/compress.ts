import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/**
 * Puts a `.br` and a `.gz` beside each text file of the built web app, so that the server sends them as they are
 * instead of compressing each answer. Fonts in woff2 are compressed already.
 */
const FOLDER = join(import.meta.dirname, '../web/dist')
const TEXT = /\.(html|js|css|svg|json|txt|webmanifest)$/
const WORTHWHILE_BYTES = 512

const names = await readdir(FOLDER, { recursive: true })
for (const name of names.filter((each) => TEXT.test(each))) await compress(join(FOLDER, name))

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < WORTHWHILE_BYTES) return
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, best))
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }))
}
