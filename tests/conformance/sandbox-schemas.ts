import fs from 'node:fs'
import { Ajv, type ErrorObject } from 'ajv'
import { parse } from 'yaml'

export type ContractFile = 'official' | 'community' | 'vtpass'

const FOLDER = new URL('../../sandbox/', import.meta.url)
const FILES = {
  official: 'paystack/contract/paystack-openapi.yaml',
  community: 'paystack/contract/paystack-openapi-community-1.4.1.yaml',
  vtpass: 'vtpass/contract/vtpass-contract.openapi.yaml',
} as const satisfies Record<ContractFile, string>

const ajv = new Ajv({ strict: false, validateSchema: false, validateFormats: false, allErrors: true })

/** A contract file as published. */
export function contractDocument(file: ContractFile): object {
  return parse(fs.readFileSync(new URL(FILES[file], FOLDER), 'utf8'))
}

const documents = {
  official: asJsonSchema(contractDocument('official')),
  community: asJsonSchema(contractDocument('community')),
  vtpass: asJsonSchema(contractDocument('vtpass')),
} as const satisfies Record<ContractFile, object>
for (const [name, document] of Object.entries(documents)) ajv.addSchema(document, name)

/** What a response violates in a contract file. `path` is written as in the file: `/transfer/verify/{reference}`. */
export function faultsAgainst(
  answer: unknown,
  of: { file: ContractFile; method: string; path: string; http: number },
): ErrorObject[] {
  const names = ['paths', of.path, of.method.toLowerCase(), 'responses', String(of.http)]
  const pointer = locate(documents[of.file], [...names, 'content', 'application/json', 'schema'])
  const validate = ajv.compile({ $ref: `${of.file}#/${pointer.map(escaped).join('/')}` })
  validate(answer)
  return validate.errors ?? []
}

/** A value's real location, after following every `$ref` on the way. */
function locate(document: object, names: readonly string[]): string[] {
  let here: string[] = []
  let value: unknown = document
  for (const name of names) {
    here = [...here, name]
    value = own(value, name)
    const target = own(value, '$ref')
    if (typeof target === 'string' && name !== names.at(-1)) {
      here = target.slice(2).split('/')
      value = here.reduce<unknown>(own, document)
    }
    if (value === undefined) throw new Error(`the contract file has no ${names.join(' ')}`)
  }
  return here
}

function own(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
}

/** What a value violates in a schema that a contract file names. */
export function faultsAgainstNamed(value: unknown, of: { file: ContractFile; schema: string }): ErrorObject[] {
  const validate = ajv.compile({ $ref: `${of.file}#/components/schemas/${of.schema}` })
  validate(value)
  return validate.errors ?? []
}

/** Checks against a hand-written schema, for what neither file describes. */
export function faultsAgainstSchema(answer: unknown, schema: object): ErrorObject[] {
  const validate = ajv.compile(schema)
  validate(answer)
  return validate.errors ?? []
}

/** OpenAPI 3.0 has `nullable` where JSON Schema has a type `null`; without a type it has no effect. */
function asJsonSchema(value: unknown): object {
  const cleaned = cleanedOf(value)
  if (typeof cleaned !== 'object' || cleaned === null) throw new Error('not a contract file')
  return cleaned
}

function cleanedOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleanedOf)
  if (typeof value !== 'object' || value === null) return value
  const { nullable, example: _, ...rest }: Record<string, unknown> = { ...value }
  const cleaned = Object.fromEntries(Object.entries(rest).map(([name, each]) => [name, cleanedOf(each)]))
  if (nullable !== true || typeof cleaned.type !== 'string') return cleaned
  return {
    ...cleaned,
    type: [cleaned.type, 'null'],
    ...(Array.isArray(cleaned.enum) ? { enum: [...cleaned.enum, null] } : {}),
  }
}
