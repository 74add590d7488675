import { z } from 'zod'
import { type SignedBody, signedBody } from '#contract/console/session.ts'
import type { BodyOf, Field, Fields } from './act.ts'

/** The schema of an act's request body. It refuses unknown fields. */
export function schemaOf(fields: Fields): z.ZodObject {
  return z.strictObject(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOfField(field)])))
}

function schemaOfField(field: Field): z.ZodType {
  if ('oneOf' in field) return z.enum(field.oneOf)
  // Checks the form only. Text of any other form is never stored, not even as part of a request.
  if ('id' in field) return z.string().regex(/^opr_[0-9a-z]{35}$/)
  if ('listMax' in field) return z.array(z.string().max(field.max)).max(field.listMax)
  const { min, max } = field
  return min === undefined ? z.string().max(max) : z.string().min(min).max(max)
}

/** Like `schemaOf`, with the passkey's signature. */
export function signedSchemaOf(fields: Fields): z.ZodObject {
  return schemaOf(fields).extend(signedBody.shape)
}

/** @throws ZodError if the body does not match the fields */
export function parseBody<Of extends Fields>(fields: Of, body: unknown): BodyOf<Of> {
  return schemaOf(fields).parse(body) as BodyOf<Of>
}

/** @throws ZodError like `parseBody` */
export function parseSignedBody<Of extends Fields>(
  fields: Of,
  body: unknown,
): { readonly asked: BodyOf<Of>; readonly signature: SignedBody } {
  const { challenge, passkey, ...asked } = WITH_SIGNATURE.parse(body)
  return { asked: parseBody(fields, asked), signature: { challenge, passkey } }
}

const WITH_SIGNATURE = z.looseObject(signedBody.shape)
