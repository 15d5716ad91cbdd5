/** Laws over the tools, written once and true for every later one (decisions, section 6). */
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { beforeAll, describe, expect, it } from 'vitest'
import { tools } from '../src/catalog.ts'
import { describeTools } from '../src/inbound/mcp/describe-tools.ts'
import { callTool } from '../src/testing/call-tool.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { type Samples, samplesOf } from './samples/index.ts'
import { toolSamplesOf } from './tool-samples/index.ts'
import type { ToolSample } from './tool-samples/sample.ts'
import { promised } from './tool-table.ts'

const named = tools.map((tool) => [tool.name, tool] as const)
const described = new Map(describeTools(tools).map((tool) => [tool.name, tool]))

let world: World
let samples: Readonly<Record<string, ToolSample>>
beforeAll(async () => {
  world = await createWorld()
  const conversation = await importFor(world, { applicationExternalID: 'open' })
  const operations: Samples = await samplesOf(world, conversation, 'open')
  samples = await toolSamplesOf(world, tools, operations, conversation)
})

const callerOf = (name: string, level: 'user' | 'organization' | undefined) =>
  samples[name]?.caller ?? (level === 'user' ? world.alice : world.org)

interface Schema {
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly format?: string
}

/** Paths of properties without a description, in objects of any depth. */
function undescribed({ properties = {}, items, anyOf = [] }: Schema = {}, path = ''): string[] {
  return [
    ...Object.entries(properties).flatMap(([name, schema]) => [
      ...(schema.description === undefined ? [`${path}${name}`] : []),
      ...undescribed(schema, `${path}${name}.`),
    ]),
    ...(items === undefined ? [] : undescribed(items, `${path}[].`)),
    ...anyOf.flatMap((schema) => undescribed(schema, path)),
  ]
}

/** IDs and cursors come from other responses. `to` has the same form as `from`. */
const FROM_ELSEWHERE = /(?:^|_)id$|^cursor$|^to$/

/** Paths of text arguments without an example, in objects of any depth. */
function withoutExample({ properties = {}, items }: Schema = {}, path = ''): string[] {
  return [
    ...Object.entries(properties).flatMap(([name, schema]) => {
      const isText = schema.type === 'string' && schema.enum === undefined && schema.format === undefined
      const hasExample = /Example: |\bsuch as\b/.test(schema.description ?? '')
      return [
        ...(isText && !hasExample && !FROM_ELSEWHERE.test(name) ? [`${path}${name}`] : []),
        ...withoutExample(schema, `${path}${name}.`),
      ]
    }),
    ...(items === undefined ? [] : withoutExample(items, `${path}[].`)),
  ]
}

describe('the list of tools', () => {
  it('holds what is promised and nothing else', () => {
    const names = tools.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.toSorted()).toEqual(promised.map(({ name }) => name).toSorted())
  })

  it.each(promised)('$name asks of its caller what is promised', (one) => {
    const { operation } = tools.find(({ name }) => name === one.name) ?? {}
    expect({ ...operation?.requires }).toEqual({
      scope: one.scope,
      ...(one.admin ? { role: 'ADMIN' } : {}),
      ...(one.level === undefined ? {} : { level: one.level }),
    })
    if (one.destructive) expect(described.get(one.name)?.annotations.destructiveHint).toBe(true)
  })

  it.each(named)('%s states what it does to data, and states it truly', (name, { operation, hints, args }) => {
    const { requires, rest } = operation
    expect(hints === undefined, `${name} needs hints, or must not have them`).toBe(requires.scope === 'read')
    const isRemoval = hints?.effect === 'removes'
    expect('confirm' in args.shape).toBe(isRemoval)
    if (hints === undefined) return
    // What the route says of the operation and what its tool says of it are one fact.
    if (rest?.method === 'DELETE') expect(hints.effect, `${name} deletes`).not.toBe('adds')
    if (rest?.method === 'PATCH') expect(hints.effect, `${name} overwrites`).toBe('changes')
    if (rest?.method === 'DELETE' || rest?.method === 'PUT') expect(hints.idempotent, name).toBe(true)
    if (/^(create|import)_/.test(name)) expect(hints.effect, name).toBe('adds')
    if (/^delete_/.test(name)) expect(isRemoval, name).toBe(true)
  })

  it.each(named)('%s is described for who has never seen the product', (name, { title, description, args }) => {
    expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect(title).toMatch(/^[A-Z].{2,39}$/)
    expect(description).toMatch(/^[A-Z][\s\S]{30,700}[.)]$/)
    for (const [argument, schema] of Object.entries(args.shape)) {
      expect(argument).toMatch(/^[a-z]+(_[a-z0-9]+)*$/)
      expect(schema.meta()?.description ?? schema.description, `${name}: ${argument}`).toBeTruthy()
    }
  })

  it.each(named)('%s describes all properties of its arguments', (name) => {
    expect(undescribed(described.get(name)?.inputSchema as Schema)).toEqual([])
  })

  it.each(named)('%s has an example for each text that the caller writes', (name) => {
    expect(withoutExample(described.get(name)?.inputSchema as Schema)).toEqual([])
  })

  it.each(named)('%s has schemas that a strict client takes', (name) => {
    const { inputSchema, outputSchema, annotations } = described.get(name) ?? {}
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
    expect(outputSchema).toMatchObject({ type: 'object' })
    expect(annotations?.readOnlyHint && annotations.destructiveHint).toBe(false)
    for (const schema of [inputSchema, outputSchema]) expect(() => validator().compile(schema ?? {})).not.toThrow()
  })
})

const entriesOf = (requestId: string) =>
  world.app.store.owner.query<{ entity_id: string | null; user_id: string | null }>(
    'select entity_id, user_id from audit_log where request_id = $1',
    [requestId],
  )

const validator = () => addFormats.default(new Ajv2020({ strict: true, allowUnionTypes: true }))

describe('every tool', () => {
  it.each(named)(
    '%s refuses an argument that it does not have, and names those it has',
    async (name, { operation }) => {
      const { error } = await callTool(world.app, callerOf(name, operation.requires.level), name, {
        no_such_argument: 1,
      })
      expect(error.code).toBe('validation_failed')
      expect(JSON.stringify(error)).toContain('`no_such_argument`')
    },
  )

  /** Those whose sample names a thing. */
  const asked = new Set<string>()
  const withIds = named.filter(([, { args }]) =>
    Object.keys(args.shape).some((name) => name === 'id' || name.endsWith('_id')),
  )
  it.each(withIds)('%s knows nothing of another organization', async (name, { args, operation }) => {
    const given = samples[name]?.args ?? {}
    if (!Object.keys(given).some((argument) => argument === 'id' || argument.endsWith('_id'))) return
    asked.add(name)
    const caller = operation.requires.level === 'organization' ? world.rivalOrg : world.mallory
    const { error } = await callTool(world.app, caller, name, given)
    expect(error, `${name} ${Object.keys(args.shape)}`).toBeDefined()
    expect(['not_found', 'validation_failed']).toContain(error.code)
  })

  it('of which most were asked for a thing of another organization', () => {
    expect(asked.size).toBeGreaterThan(withIds.length * 0.75)
  })

  // Last, since some of them end what they are about.
  const order = (name: string) => Number(/^(delete|archive)_/.test(name))
  it.each(named.toSorted(([a], [b]) => order(a) - order(b)))(
    '%s works with its sample, and what it writes stands in the audit log',
    async (name, { operation }) => {
      const caller = callerOf(name, operation.requires.level)
      const requestId = `tool.${name}`
      const { data, error, text } = await callTool(world.app, caller, name, samples[name]?.args ?? {}, requestId)
      expect(error).toBeUndefined()
      const rows = await entriesOf(requestId)
      if (operation.requires.scope === 'read') expect(rows).toEqual([])
      else expect(rows.find(({ entity_id }) => entity_id !== null)).toMatchObject({ user_id: caller.userId ?? null })
      expect(text.trim()).not.toBe('')
      const validate = validator().compile(described.get(name)?.outputSchema ?? {})
      expect(validate(data), JSON.stringify(validate.errors)).toBe(true)
    },
  )
})
