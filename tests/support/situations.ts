/** Everything that can happen in one situation, by name. */
export type Step<Situation> = readonly [name: string, next: Situation]

/** A world small enough to be walked through to its end. */
export type Rules<Situation> = {
  readonly starts: readonly Situation[]
  /** What happens outside, without anybody asking. */
  readonly world: (from: Situation) => readonly Step<Situation>[]
  /** What the product does. */
  readonly own: (from: Situation) => readonly Step<Situation>[]
  /** Null when every rule holds here. A situation that breaks one is not followed further. */
  readonly broken: (situation: Situation) => string | null
  /** Nothing more has to happen. */
  readonly atRest: (situation: Situation) => boolean
  /** Nothing further can happen outside: from here the product must come to rest by itself. */
  readonly over: (situation: Situation) => boolean
}

export type Walked<Situation> = {
  readonly situations: readonly Situation[]
  /** Each broken rule, with the events that lead there. */
  readonly violations: readonly string[]
}

/** Walks through every situation that can be reached, in whichever order things happen, and checks the rules in each. */
export function walk<Situation>(rules: Rules<Situation>): Walked<Situation> {
  const keyOf = (situation: Situation) => JSON.stringify(situation)
  const paths = new Map(rules.starts.map((situation) => [keyOf(situation), { situation, path: 'start' }]))
  const byAnything: Backwards = new Map()
  const byItself: Backwards = new Map()
  const violations: string[] = []
  for (const [key, { situation, path }] of paths) {
    const broken = rules.broken(situation)
    if (broken !== null) {
      violations.push(`${broken}: ${path}`)
      continue
    }
    const own = rules.own(situation)
    for (const [name, next] of [...rules.world(situation), ...own]) {
      const nextKey = keyOf(next)
      addTo(byAnything, nextKey, key)
      if (!paths.has(nextKey)) paths.set(nextKey, { situation: next, path: `${path}, ${name}` })
    }
    for (const [, next] of own) addTo(byItself, keyOf(next), key)
  }
  const atRest = [...paths].filter(([, { situation }]) => rules.atRest(situation)).map(([key]) => key)
  const endable = leadingTo(atRest, byAnything)
  const endableByItself = leadingTo(atRest, byItself)
  for (const [key, { situation, path }] of paths) {
    if (rules.broken(situation) !== null) continue
    if (!(rules.over(situation) ? endableByItself : endable).has(key)) violations.push(`can never end: ${path}`)
  }
  return { situations: [...paths.values()].map(({ situation }) => situation), violations }
}

/** For each situation, those that lead to it. */
type Backwards = Map<string, string[]>

function addTo(backwards: Backwards, key: string, before: string): void {
  const known = backwards.get(key)
  if (known === undefined) backwards.set(key, [before])
  else known.push(before)
}

/** Every situation from which one of these can be reached. */
function leadingTo(goals: readonly string[], backwards: Backwards): Set<string> {
  const found = new Set(goals)
  for (const key of found) for (const before of backwards.get(key) ?? []) found.add(before)
  return found
}
