import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROGRAM_FLAGS, programEnvironment } from '#tests/support/program-environment.ts'

const root = path.join(import.meta.dirname, '../..')
const FOLDERS = ['bench', 'scripts']
const manifest = fs.readFileSync(path.join(root, 'package.json'), 'utf8')
const { scripts } = JSON.parse(manifest) as { scripts: Record<string, string> }

function filesIn(folder: string): string[] {
  const names = fs.readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
  const isProgram = (name: string) => /\.[jt]s$/.test(name) && !/\.(?:test|d)\.[jt]s$/.test(name)
  const files = names.filter(isProgram).map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`)
  // `npm run bench:web` installs packages of its own below bench.
  return files.filter((file) => !file.includes('/node_modules/'))
}

/** What the scripts start: Node with a file, or a named tool. */
const commands = Object.entries(scripts).flatMap(([script, line]) =>
  line.split('&&').map((each) => {
    const [tool = '', ...words] = each.trim().split(/\s+/)
    return { script, tool, words }
  }),
)
const programs = commands
  .filter(({ tool }) => tool === 'node')
  .map(({ script, words: [file = ''] }) => ({ script, file }))
const tools = [...new Set(commands.map(({ tool }) => tool))].filter((tool) => tool !== 'node')
/** Operators start these: release.test.ts starts each of them with --help from a release. */
const OF_OPERATORS = /^(?:server\/commands|audit)\//

/**
 * Starts programs in one process, each up to its own first statement, so that everything it imports is loaded and run.
 * A failing import, added as the last one, ends it there.
 */
const START = `
  import { registerHooks } from 'node:module'
  const END = 'data:text/javascript,throw new Error("started")'
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      if (!url.endsWith('?start')) return loaded
      return { ...loaded, source: loaded.source.toString() + '\\nimport ' + JSON.stringify(END) }
    },
  })
  const wrong = []
  for (const file of JSON.parse(process.argv[1])) {
    const said = await import('file://' + file + '?start').then(() => 'ran', (error) => error.message)
    if (said !== 'started') wrong.push(file + ': ' + said)
  }
  console.log(JSON.stringify(wrong))
  process.exit()
`

describe('every program', () => {
  it('of package.json, bench/ and scripts/ starts: all that it loads is there', () => {
    // The Lighthouse benchmark has its own packages.
    const ours = FOLDERS.flatMap(filesIn).filter((file) => !file.startsWith('bench/lighthouse/'))
    const files = [...new Set([...ours, ...programs.map(({ file }) => file)])].map((file) => path.join(root, file))
    expect(files.length).toBeGreaterThan(100)
    const words = ['--input-type=module', '--eval', START, JSON.stringify(files)]
    const { stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' })
    expect({ wrong: stdout.trim(), stderr }).toEqual({ wrong: '[]', stderr: '' })
  })

  it('that another one names is where it says', () => {
    const named = FOLDERS.flatMap(filesIn).flatMap((file) =>
      [...fs.readFileSync(path.join(root, file), 'utf8').matchAll(NAMED)].map(([, place = '']) => ({ file, place })),
    )
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter(({ place }) => !isThere(place))).toEqual([])
  })
})

describe('a script of package.json', () => {
  const ours = programs.filter(({ file }) => !OF_OPERATORS.test(file))

  it.each(ours)('$script starts, and says with --help what it does', ({ script, file }) => {
    // Without it the program would start its work here.
    expect(fs.readFileSync(path.join(root, file), 'utf8')).toContain('helpFor(')
    const words = [...PROGRAM_FLAGS, path.join(root, file), '--help']
    const ended = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8', env: programEnvironment() })
    const name = script === 'start' || script === 'test' ? `npm ${script}` : `npm run ${script}`
    expect(ended).toMatchObject({ status: 0, stderr: '', stdout: expect.stringMatching(`^${name}: `) })
  })

  it.each(tools)('may start %s, which is installed', (tool) => {
    const PATH = [path.dirname(process.execPath), process.env.PATH].join(path.delimiter)
    const program = path.join(root, 'node_modules/.bin', tool)
    const { status, stdout, stderr } = spawnSync(program, ['--version'], { cwd: root, encoding: 'utf8', env: { PATH } })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/\d+\.\d+/)
  })

  it('names files and folders that are there', () => {
    const places = commands.flatMap(({ words }) => words.filter((word) => /^[^-].*(?:\/|\.json$)/.test(word)))
    expect(places.length).toBeGreaterThan(30)
    expect(places.filter((place) => !fs.existsSync(path.join(root, place)))).toEqual([])
  })
})

/** A quoted path of one of our programs. */
const NAMED = /['"`]((?:audit|bench|sandbox|scripts|server|tests|web)\/[^'"`\s:?*]+\.[jt]s)['"`]/g

/** Where part of a name is filled in later, at least one file must match. */
function isThere(place: string): boolean {
  if (!place.includes('${')) return fs.existsSync(path.join(root, place))
  const pattern = new RegExp(`^${place.replace(/[./]/g, '\\$&').replace(/\$\{[^}]*\}/g, '[\\w-]+')}$`)
  return filesIn(path.dirname(place)).some((file) => pattern.test(file))
}
