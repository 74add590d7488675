/** The column of each person's table that holds the owner. */
export type PersonKeys = ReadonlyMap<string, string>

type Use = {
  readonly verb: string
  readonly table: string
  readonly name: string
  readonly key: string
  readonly at: number
}

/**
 * Where a statement or fragment uses a person's table without binding the owner's key: `update orders`. A use is bound
 * if the key is compared with a value, an array, an outer query or a table that belongs to nobody, or with the key of a
 * bound table beside it. An insert is bound if the key is among its columns. This reads text: a key in one branch of an
 * `or` counts, and interpolated text counts only as itself.
 */
export function usesWithoutKey(text: string, keys: PersonKeys): string[] {
  return queriesOf(text).flatMap((query) => {
    const uses = usesIn(query, keys)
    const bound = new Set(uses.filter((use) => isBound(query, use, uses)))
    for (let before = -1; before !== bound.size; ) {
      before = bound.size
      for (const use of uses) if (uses.some((other) => bound.has(other) && areJoined(query, use, other))) bound.add(use)
    }
    return uses.filter((use) => !bound.has(use)).map(({ verb, table }) => `${verb} ${table}`)
  })
}

/** Each select, insert, update and delete on its own; nested queries become `()`. */
function queriesOf(text: string): string[] {
  const open: string[] = ['']
  const parens: ('query' | 'list')[] = []
  const found: string[] = []
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if (char === '(') {
      const isQuery = /^\s*(?:select|with|insert|update|delete)\b/.test(text.slice(at + 1, at + 200))
      parens.push(isQuery ? 'query' : 'list')
      open[open.length - 1] += char
      if (isQuery) open.push('')
      continue
    }
    if (char === ')' && parens.pop() === 'query') found.push(open.pop() ?? '')
    if (open.length === 0) open.push('')
    open[open.length - 1] += char
  }
  return [...found, ...open].flatMap((query) => query.split(/;|\b(?:union|except|intersect)\b(?: all\b)?/))
}

const NO_ALIAS =
  '(?!(?:where|set|on|join|left|full|inner|order|for|group|using|limit|union|values|select|cross|returning|default|from|having|as)\\b)'

function usesIn(query: string, keys: PersonKeys): Use[] {
  const isStatement = /^[\s(]*(?:select|with|insert|update|delete)\b/.test(query)
  // In prose, `from ⟨name⟩` is not a table.
  const names = [...keys.keys(), ...(isStatement ? ['⟨[^⟩]*⟩'] : [])].join('|')
  const table = `(${names})(?![\\w(.])(?:\\s+(?:as\\s+)?${NO_ALIAS}(\\w+))?`
  const pattern = new RegExp(
    `\\b(delete from|from|join|update|insert into|using)\\s+(?:only\\s+)?${table}|(,)\\s*${table}(?=\\s*(?:$|where\\b|join\\b))`,
    'g',
  )
  return [...query.matchAll(pattern)].map((match) => {
    const [whole, verb = '', first, alias, , listed = '', itsAlias] = match
    const name = first ?? listed
    return {
      verb: verbOf(verb),
      table: name,
      name: alias ?? itsAlias ?? name,
      key: keys.get(name) ?? 'user_id',
      at: match.index + whole.length,
    }
  })
}

const verbOf = (written: string) => /^(?:delete|update|insert)/.exec(written)?.[0] ?? 'select'

/** The key, bare or prefixed with its own table's name: never another table's key. */
const keyOf = ({ name, key }: Use) => `(?<![\\w.⟩])(?:${escaped(name)}\\.)?${key}(?!\\w)`
const escaped = (name: string) => name.replace(/[.$]/g, '\\$&')

function isBound(query: string, use: Use, uses: readonly Use[]): boolean {
  if (use.verb === 'insert') return new RegExp(`^\\s*\\([^()]*\\b${use.key}\\b`).test(query.slice(use.at))
  const others = uses.filter((other) => other !== use).map(({ name, key }) => `${escaped(name)}\\.${key}(?!\\w)`)
  const isOther = others.length === 0 ? '(?!)' : others.join('|')
  const own = keyOf(use)
  return [
    `${own}\\s*(?:=|in\\b)\\s*(?!\\s|${isOther})`,
    `(?<![\\w.])(?!${isOther})(?:\\$\\d+|[\\w.]+|⟨[^⟩]*⟩)\\s*=\\s*(?:any\\s*\\(\\s*)?${own}`,
    `\\((?:[^()]*,)?\\s*${own}[^()]*\\)\\s*(?:=|in\\b)\\s*\\((?![^()]*(?:${isOther}))`,
  ].some((pattern) => new RegExp(pattern).test(query))
}

function areJoined(query: string, one: Use, other: Use): boolean {
  if (one === other) return false
  const [a, b] = [keyOf(one), keyOf(other)]
  const isRow = (left: string, right: string) => `\\([^()]*${left}[^()]*\\)\\s*(?:=|in\\b)\\s*\\([^()]*${right}`
  const pattern = `${a}\\s*=\\s*${b}|${b}\\s*=\\s*${a}|${isRow(a, b)}|${isRow(b, a)}`
  return new RegExp(pattern).test(query) || new RegExp(`\\busing\\s*\\([^()]*\\b${one.key}\\b`).test(query)
}
