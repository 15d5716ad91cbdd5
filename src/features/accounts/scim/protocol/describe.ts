/** Converts SCIM schemas to Zod schemas, for the API description. */
import { z } from 'zod'
import { givenJson } from '../../../../core/wire.ts'
import type { Attribute, ResourceType } from './attributes.ts'

function toAttributeSchema(attribute: Attribute, own: boolean): z.ZodType {
  const one = attribute.subAttributes
    ? z.object(toSchemaShape(attribute.subAttributes, own))
    : attribute.type === 'boolean'
      ? z.boolean()
      : z.string()
  return (attribute.multiValued ? z.array(one) : one).describe(attribute.description)
}

/** @param own whether to include attributes that only Parley writes */
function toSchemaShape(attributes: readonly Attribute[], own: boolean): Record<string, z.ZodType> {
  const told = attributes.filter(({ name, mutability, returned }) =>
    own ? returned !== 'never' : mutability !== 'readOnly' || name === 'schemas',
  )
  return Object.fromEntries(
    told.map((attribute) => {
      const required = own ? attribute.returned === 'always' : attribute.required
      return [
        attribute.name,
        required ? toAttributeSchema(attribute, own) : toAttributeSchema(attribute, own).optional(),
      ]
    }),
  )
}

/** Schema of a resource in responses. Extensions are properties named by their URNs. */
export const resourceResponseSchema = (type: ResourceType) =>
  z.looseObject(toSchemaShape(type.attributes, true)).meta({ id: `Scim${type.name}` })

/** Schema of a resource in requests. `readResource` accepts slightly more. */
export const resourceRequestSchema = (type: ResourceType) =>
  describeJson(z.looseObject(toSchemaShape(type.attributes, false))).describe(
    'SCIM resource. Extensions are properties named by their URNs. Null means unassigned. Attribute names are ' +
      'case-insensitive. Booleans can be strings.',
  )

/** Body of a PATCH request (RFC 7644, section 3.5.2). */
export const patchBody = describeJson(
  z.object({
    schemas: z.array(z.string()).optional().describe('URN of the SCIM PATCH message. Not checked.'),
    Operations: z
      .array(
        z.object({
          op: z.enum(['add', 'replace', 'remove']).describe('Operation, in any case. Example: `replace`.'),
          path: z
            .string()
            .optional()
            .describe('Attribute to change. Required for `remove`. Example: `emails[type eq "work"].value`.'),
          value: z
            .unknown()
            .optional()
            .describe('New value. An object with attribute paths as keys if `path` is omitted.'),
        }),
      )
      .min(1)
      .describe('Operations in order, 1 to 1,000. All of them apply, or none.'),
  }),
)

function describeJson(schema: z.ZodType) {
  const { $schema: _, ...words } = z.toJSONSchema(schema, { io: 'input' })
  return givenJson.meta(words)
}
