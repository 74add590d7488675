import type { Shipped } from './shipped.ts'

/** The parts of npm's CycloneDX output that are kept. */
type Component = {
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly properties?: readonly { readonly name: string; readonly value: string }[]
}
export type Sbom = {
  readonly bomFormat: 'CycloneDX'
  readonly specVersion: string
  readonly metadata: { readonly component: Component }
  readonly components: readonly (Component & {
    readonly scope: string
    readonly hashes: readonly { readonly alg: string; readonly content: string }[]
  })[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

/**
 * npm's bill of materials with nothing left but what is shipped, in one order, without the time, the machine and the
 * program that made it: the same lock file gives the same text.
 */
export function tidySbom(sbom: Sbom, product: string, shipped: readonly Shipped[]): string {
  const runsIn = new Map(shipped.map((each) => [`${each.name}@${each.version}`, each.runsIn]))
  const own = sbom.metadata.component['bom-ref']
  const components = sbom.components
    .filter((each) => runsIn.has(each['bom-ref']))
    .toSorted(byName((each) => each['bom-ref']))
    .map((each) => ({
      ...each,
      properties: [{ name: 'jara:runs-in', value: runsIn.get(each['bom-ref']) }],
      externalReferences: undefined,
    }))
  const dependencies = sbom.dependencies
    .filter(({ ref }) => ref === own || runsIn.has(ref))
    .toSorted(byName(({ ref }) => ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => runsIn.has(each)).toSorted() }))
  const lines = (rows: readonly unknown[]) => rows.map((each) => `    ${JSON.stringify(each)}`).join(',\n')
  const component = { ...sbom.metadata.component, name: product, externalReferences: undefined }
  return [
    '{',
    '  "bomFormat": "CycloneDX",',
    `  "specVersion": ${JSON.stringify(sbom.specVersion)},`,
    '  "version": 1,',
    `  "metadata": ${JSON.stringify({ component })},`,
    '  "components": [',
    lines(components),
    '  ],',
    '  "dependencies": [',
    lines(dependencies),
    '  ]',
    '}',
    '',
  ].join('\n')
}

function byName<T>(nameOf: (of: T) => string) {
  return (a: T, b: T) => (nameOf(a) < nameOf(b) ? -1 : 1)
}
