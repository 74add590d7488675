import type { Shipped } from './shipped.ts'

/** The licences of shipped packages: which ones are accepted, and the page that lists them. */

/** Permissive: they require their text and the authors' names, and nothing of Jara's own code. */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
  'Python-2.0',
])

type Exception = {
  /** A name, or the beginning of names followed by `*`. */
  readonly packages: string
  /** What the packages declare. */
  readonly licence: string | null
  readonly as: string
  readonly why: string
}

/** Licences that require more, or are worded differently, each with the reason why it is shipped. */
const EXCEPTIONS: readonly Exception[] = [
  {
    packages: '@img/sharp-*',
    licence: 'LGPL-3.0-or-later',
    as: 'LGPL-3.0-or-later',
    why: 'libvips, the library under sharp: loaded beside the program as a file of its own, unchanged, and anybody may put another build in its place',
  },
  {
    packages: 'web-push',
    licence: 'MPL-2.0',
    as: 'MPL-2.0',
    why: 'encryption and signature of web push: asks that changes to its own files are published, and it is shipped unchanged',
  },
  {
    packages: 'png-js',
    licence: null,
    as: 'MIT',
    why: 'its package.json names none; its file LICENSE is the MIT licence',
  },
  {
    packages: 'dejavu-fonts-ttf',
    licence: 'SEE LICENSE IN README.md AND LICENSE',
    as: 'Bitstream-Vera',
    why: 'the fonts of PDF files: free to use, to embed and to give on; a changed font needs another name, and ours is not changed',
  },
]

/** Fonts that lie in the repository itself. */
const OWN_FONTS = '| OFL-1.1 | Anek Latin, `web/src/fonts/anek-latin-600.woff2` | browser |'

/** Each shipped package whose licence has not been accepted. */
export function refusedLicences(shipped: readonly Shipped[]): string[] {
  return shipped
    .filter((each) => !namesIn(each.licence).every((licence) => isTaken(each, licence)))
    .map(({ name, version, licence }) => `${name}@${version}: ${licence ?? 'no licence'}`)
}

/** `Apache-2.0 AND MIT`: both must be accepted. `(MIT OR GPL-2.0)` counts as one name, for a person to review. */
function namesIn(licence: string | null): (string | null)[] {
  return licence === null || licence.startsWith('SEE ') ? [licence] : licence.split(' AND ')
}

function isTaken(of: Shipped, licence: string | null): boolean {
  return (licence !== null && ALLOWED.has(licence)) || exceptionOf(of, licence) !== undefined
}

function exceptionOf({ name }: Shipped, licence: string | null): Exception | undefined {
  return EXCEPTIONS.find((each) => each.licence === licence && isNamed(name, each.packages))
}

function isNamed(name: string, packages: string): boolean {
  return packages.endsWith('*') ? name.startsWith(packages.slice(0, -1)) : name === packages
}

/** docs/reference/security/licences.md. */
export function licencesPage(shipped: readonly Shipped[]): string {
  const groups = Map.groupBy(shipped, (each) => {
    const said = namesIn(each.licence).map((licence) => exceptionOf(each, licence)?.as ?? licence)
    return `${said.join(' AND ')} | ${each.runsIn}`
  })
  const rows = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([group, members]) => {
      const [licence, runsIn] = group.split(' | ')
      return `| ${licence} | ${members.map(({ name, version }) => `${name} ${version}`).join(', ')} | ${runsIn} |`
    })
  return `# Licences of what is shipped

Every package that runs in the server or is built into the page, with the licence it names. In the repository \`npm run sbom\` writes this page
from \`package-lock.json\`, and \`npm run release\` one of what that release holds. A test fails when it is stale, or when a licence is none of
these: ${[...ALLOWED].join(', ')}.
Packages for one kind of machine are listed for all of them.

| licence | packages | runs in |
| --- | --- | --- |
${rows.join('\n')}
${OWN_FONTS}

## What asks for more, or says it in other words

| packages | licence | why it is shipped |
| --- | --- | --- |
${EXCEPTIONS.map(({ packages, as, why }) => `| \`${packages}\` | ${as} | ${why} |`).join('\n')}
`
}
