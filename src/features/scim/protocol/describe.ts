/** The schemas in the words of zod, for the description of the service. */
import { z } from 'zod'
import { givenJson } from '../../../core/wire.ts'
import type { Attribute, ResourceType } from './attributes.ts'

function typeOf(attribute: Attribute, own: boolean): z.ZodType {
  const one = attribute.subAttributes
    ? z.object(shapeOf(attribute.subAttributes, own))
    : attribute.type === 'boolean'
      ? z.boolean()
      : z.string()
  return (attribute.multiValued ? z.array(one) : one).describe(attribute.description)
}

/** @param own whether what only we write is among them */
function shapeOf(attributes: readonly Attribute[], own: boolean): Record<string, z.ZodType> {
  const told = attributes.filter(({ name, mutability, returned }) =>
    own ? returned !== 'never' : mutability !== 'readOnly' || name === 'schemas',
  )
  return Object.fromEntries(
    told.map((attribute) => {
      const required = own ? attribute.returned === 'always' : attribute.required
      return [attribute.name, required ? typeOf(attribute, own) : typeOf(attribute, own).optional()]
    }),
  )
}

/** A resource as answers have it. Extensions stand in it under their URNs. */
export const answerOf = (type: ResourceType) =>
  z.looseObject(shapeOf(type.attributes, true)).meta({ id: `Scim${type.name}` })

/** Read by `readResource`, which takes a little more than this tells. */
export const bodyOf = (type: ResourceType) =>
  described(z.looseObject(shapeOf(type.attributes, false))).describe(
    'Extensions stand in it under their URNs. Null is the same as nothing, names may be in any case, booleans may be text.',
  )

/** RFC 7644, section 3.5.2. */
export const patchBody = described(
  z.object({
    schemas: z.array(z.string()).optional(),
    Operations: z
      .array(
        z.object({
          op: z.enum(['add', 'replace', 'remove']),
          path: z.string().optional(),
          value: z.unknown().optional(),
        }),
      )
      .min(1),
  }),
)

function described(schema: z.ZodType) {
  const { $schema: _, ...words } = z.toJSONSchema(schema, { io: 'input' })
  return givenJson.meta(words)
}
