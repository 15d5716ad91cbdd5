/** Types of Python for the schemas of the API description. */
import { isPythonName, toDocstring, toPascalCase, toPythonString } from './python-names.ts'
import type { Schema } from './simplify-description.ts'

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}

/** Removes repeated members of a union. */
const toUnion = (types: readonly string[]): string => {
  const members = [...new Set(types.flatMap((type) => (type.includes('[') ? [type] : type.split(' | '))))]
  return members.includes('Any') ? 'Any' : members.join(' | ')
}

export interface PythonTypes {
  /** @param name of the class, if the schema needs one @returns an expression in annotations */
  toType(schema: Schema, name: string): string
  /** Source of the classes, in the order of their definition. */
  print(): string
}

export function createPythonTypes(schemas: Readonly<Record<string, Schema>>): PythonTypes {
  const printed: string[] = []
  const taken = new Set(Object.keys(schemas))
  /** Equal shapes share a class: most repeat in several responses. */
  const byShape = new Map<string, string>()

  function toLiteral(values: readonly unknown[]): string {
    const literals = values.map((value) => {
      if (typeof value === 'boolean') return value ? 'True' : 'False'
      return value === null ? 'None' : typeof value === 'string' ? toPythonString(value) : String(value)
    })
    return `Literal[${literals.join(', ')}]`
  }

  function toType(schema: Schema, name: string): string {
    const { $ref, type, enum: values, anyOf, oneOf } = schema
    if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1)
    if ('const' in schema) return toLiteral([schema.const])
    if (values !== undefined) return toLiteral(values)
    const members = anyOf ?? oneOf
    if (members !== undefined) {
      // The first object takes the name, and others a number.
      return toUnion(members.map((member, index) => toType(member, index === 0 ? name : `${name}${index + 1}`)))
    }
    if (typeof type === 'object') return toUnion(type.map((one) => toType({ ...schema, type: one }, name)))
    if (type === 'array') return `list[${toType(schema.items ?? {}, `${name}Item`)}]`
    if (type === 'object') return toObject(schema, name)
    return type === undefined ? 'Any' : (SIMPLE[type] ?? 'Any')
  }

  function toObject(schema: Schema, name: string): string {
    const { properties, additionalProperties } = schema
    if (properties !== undefined && Object.keys(properties).length > 0) return defineClass(schema, name)
    return `dict[str, ${typeof additionalProperties === 'object' ? toType(additionalProperties, `${name}Value`) : 'Any'}]`
  }

  function defineClass(schema: Schema, wanted: string): string {
    const shape = JSON.stringify({ ...schema, description: undefined })
    const existing = byShape.get(shape)
    if (existing !== undefined) return existing
    const name = findFree(wanted)
    byShape.set(shape, name)
    printed.push(printClass(name, schema))
    return name
  }

  function findFree(wanted: string): string {
    let name = wanted
    for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`
    taken.add(name)
    return name
  }

  function printClass(name: string, { properties = {}, required = [], description }: Schema): string {
    const fields = Object.entries(properties).map(([key, property]) => {
      const type = toType(property, `${name}${toPascalCase(key)}`)
      const text = property.deprecated ? `Deprecated. ${property.description ?? ''}` : property.description
      return { key, text, type: required.includes(key) ? type : `NotRequired[${type}]` }
    })
    if (!fields.every(({ key }) => isPythonName(key))) {
      const entries = fields.map(({ key, type }) => `    ${toPythonString(key)}: ${toPythonString(type)},\n`)
      return `${name} = TypedDict(${toPythonString(name)}, {\n${entries.join('')}})\n`
    }
    const lines = fields.map(
      ({ key, type, text }) => `    ${key}: ${type}\n${text === undefined ? '' : toDocstring(text, '    ')}`,
    )
    return `class ${name}(TypedDict):\n${description === undefined ? '' : `${toDocstring(description, '    ')}\n`}${lines.join('')}`
  }

  function print(): string {
    for (const [name, schema] of Object.entries(schemas)) {
      const isClass = schema.type === 'object' && Object.keys(schema.properties ?? {}).length > 0
      printed.push(
        isClass ? printClass(name, schema) : `${name}: TypeAlias = ${toPythonString(toType(schema, `${name}Item`))}\n`,
      )
    }
    return printed.join('\n\n')
  }

  return { toType, print }
}
