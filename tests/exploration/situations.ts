/** Everything that can happen in one situation, by name. */
export type Step<Situation> = readonly [name: string, next: Situation]

/** A world small enough to be explored completely. */
export type Rules<Situation> = {
  readonly starts: readonly Situation[]
  /** What happens outside without anybody asking; includes crashes. */
  readonly world: (from: Situation) => readonly Step<Situation>[]
  /** What the product does. */
  readonly own: (from: Situation) => readonly Step<Situation>[]
  /** The broken rule, or null if all hold. A situation that breaks one is not followed further. */
  readonly broken: (situation: Situation) => string | null
  /** Whether no further action is needed. */
  readonly atRest: (situation: Situation) => boolean
  /** Whether nothing more can happen outside: from here the product must settle on its own. */
  readonly over: (situation: Situation) => boolean
}

export type Walked<Situation> = {
  readonly situations: readonly Situation[]
  readonly transitions: number
  /** Each broken rule, with the shortest sequence of events that leads there. */
  readonly violations: readonly string[]
}

type Node<Situation> = {
  readonly situation: Situation
  readonly before: Node<Situation> | null
  readonly by: string
  /** The situations that lead here by any step, and by the product's own steps. */
  readonly byAnything: Node<Situation>[]
  readonly byItself: Node<Situation>[]
  readonly broken: string | null
}

/**
 * Explores every reachable situation, in any order of events, and checks the rules in each. `untilBroken` stops at the
 * first broken rule: enough to catch a mutant.
 */
export function walk<Situation>(rules: Rules<Situation>, untilBroken = false): Walked<Situation> {
  const nodes = new Map<string, Node<Situation>>()
  const broken: Node<Situation>[] = []
  let transitions = 0
  const reach = (situation: Situation, before: Node<Situation> | null, by: string): Node<Situation> => {
    const key = JSON.stringify(situation)
    const known = nodes.get(key)
    if (known !== undefined) return known
    const node = { situation, before, by, byAnything: [], byItself: [], broken: rules.broken(situation) }
    nodes.set(key, node)
    if (node.broken !== null) broken.push(node)
    return node
  }
  const follow = (node: Node<Situation>, steps: readonly Step<Situation>[], isOwn: boolean): void => {
    for (const [name, situation] of steps) {
      transitions++
      const next = reach(situation, node, name)
      next.byAnything.push(node)
      if (isOwn) next.byItself.push(node)
    }
  }
  for (const situation of rules.starts) reach(situation, null, 'start')
  for (const node of nodes.values()) {
    if (untilBroken && broken.length > 0) break
    if (node.broken !== null) continue
    follow(node, rules.world(node.situation), false)
    follow(node, rules.own(node.situation), true)
  }
  const all = [...nodes.values()]
  const stuck = untilBroken && broken.length > 0 ? [] : thoseThatNeverEnd(rules, all)
  return {
    situations: all.map(({ situation }) => situation),
    transitions,
    violations: [
      ...broken.map((node) => `${node.broken}: ${pathTo(node)}`),
      ...stuck.map((node) => `can never end: ${pathTo(node)}`),
    ],
  }
}

function thoseThatNeverEnd<Situation>(rules: Rules<Situation>, all: readonly Node<Situation>[]): Node<Situation>[] {
  const atRest = all.filter(({ situation }) => rules.atRest(situation))
  const endable = leadingTo(atRest, 'byAnything')
  const endableByItself = leadingTo(atRest, 'byItself')
  return all.filter((node) => {
    if (node.broken !== null) return false
    return !(rules.over(node.situation) ? endableByItself : endable).has(node)
  })
}

/** Every situation from which one of the goals is reachable. */
function leadingTo<Situation>(
  goals: readonly Node<Situation>[],
  by: 'byAnything' | 'byItself',
): ReadonlySet<Node<Situation>> {
  const found = new Set(goals)
  for (const node of found) for (const before of node[by]) found.add(before)
  return found
}

function pathTo<Situation>(node: Node<Situation>): string {
  const names: string[] = []
  for (let each: Node<Situation> | null = node; each !== null; each = each.before) names.unshift(each.by)
  return names.join(', ')
}
