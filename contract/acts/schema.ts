import { z } from 'zod'
import { type SignedBody, signedBody } from '#contract/console/session.ts'
import type { BodyOf, Field, Fields } from './act.ts'

/** What reads the body of a request for an act, and refuses any other field. */
export function schemaOf(fields: Fields): z.ZodObject {
  return z.strictObject(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOfField(field)])))
}

function schemaOfField(field: Field): z.ZodType {
  if ('oneOf' in field) return z.enum(field.oneOf)
  // Its form alone: any other text is stored nowhere, not even as what was asked for.
  if ('id' in field) return z.string().regex(/^opr_[0-9a-z]{35}$/)
  if ('listMax' in field) return z.array(z.string().max(field.max)).max(field.listMax)
  const { min, max } = field
  return min === undefined ? z.string().max(max) : z.string().min(min).max(max)
}

/** The same with what a passkey signed. */
export function signedSchemaOf(fields: Fields): z.ZodObject {
  return schemaOf(fields).extend(signedBody.shape)
}

/** @throws ZodError for a body that these fields do not have */
export function parseBody<Of extends Fields>(fields: Of, body: unknown): BodyOf<Of> {
  return schemaOf(fields).parse(body) as BodyOf<Of>
}

/** @throws ZodError as `parseBody` */
export function parseSignedBody<Of extends Fields>(
  fields: Of,
  body: unknown,
): { readonly asked: BodyOf<Of>; readonly signature: SignedBody } {
  const { challenge, passkey, ...asked } = WITH_SIGNATURE.parse(body)
  return { asked: parseBody(fields, asked), signature: { challenge, passkey } }
}

const WITH_SIGNATURE = z.looseObject(signedBody.shape)
