import { messages, type PGlite, parse, protocol } from '@electric-sql/pglite'

const { serialize } = protocol

/** More than the program's distinct statements. Beyond this, all are forgotten and parsed again. */
const PREPARED_MAX = 1_000

type Statement = {
  readonly name: string
  readonly parameterTypes: readonly number[]
  /** The description of its rows; empty when it returns none. */
  readonly description: readonly messages.RowDescriptionMessage[]
}

/** Runs single statements on an embedded database and parses each text once, like a server connection. */
export type Statements = {
  /** The caller must have the database to itself, or hold its open transaction. */
  run<Row>(text: string, params: readonly unknown[]): Promise<Row[]>
  /** Drops all parsed statements: they may no longer fit the schema. */
  forget(): Promise<void>
}

/**
 * PGlite's own `query` parses and plans the text every time, in six calls into the database. A named statement is
 * parsed once and takes one call, about a quarter of the time for a short one.
 */
export function prepareStatements(lite: PGlite): Statements {
  const prepared = new Map<string, Statement>()
  const send = (...parts: Uint8Array[]) => lite.execProtocolStream(Buffer.concat(parts), { syncToFs: false })

  async function forget(): Promise<void> {
    prepared.clear()
    await send(serialize.query('deallocate all'))
  }

  async function prepare(text: string): Promise<Statement> {
    if (prepared.size >= PREPARED_MAX) await forget()
    const name = `jara_${prepared.size}`
    const described = await send(
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    )
    const statement = {
      name,
      parameterTypes: parse.parseDescribeStatementResults(described),
      description: described.filter((each) => each instanceof messages.RowDescriptionMessage),
    }
    prepared.set(text, statement)
    return statement
  }

  function textOf(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null
    return lite.serializers[type ?? -1]?.(value) ?? String(value)
  }

  return {
    run: <Row>(text: string, params: readonly unknown[]) =>
      lite.runExclusive(async () => {
        const { name, parameterTypes, description } = prepared.get(text) ?? (await prepare(text))
        const values = params.map((each, index) => textOf(each, parameterTypes[index]))
        const answer = await send(serialize.bind({ statement: name, values }), serialize.execute({}), serialize.sync())
        const [result] = parse.parseResults([...description, ...answer], lite.parsers)
        return (result?.rows ?? []) as Row[]
      }),
    forget: () => lite.runExclusive(forget),
  }
}
