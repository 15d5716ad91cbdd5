/** Laws over the whole catalog, written once and true for every later operation. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { operations } from '../src/catalog.ts'
import { type Answer, call } from '../src/testing/call.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { unauthorized } from '../src/testing/unauthorized.ts'
import { type Caller, createWorld, type World } from '../src/testing/world.ts'
import { repositoryFiles, root } from './repository-files.ts'
import { pathOf, type Samples, samplesOf } from './samples/index.ts'

const kebab = (id: string) => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const named = operations.map((operation) => [operation.id, operation] as const)
const files = repositoryFiles.filter((file) => /^(src|tests|acceptance|bench|scripts|bin)\/.*\.(ts|mjs)$/.test(file))

let world: World
let samples: Samples
let hidden: Samples
beforeAll(async () => {
  world = await createWorld()
  const open = await importFor(world, { applicationExternalID: 'open' })
  samples = await samplesOf(world, open, 'open')
  const secret = await importFor(world, { applicationExternalID: 'secret', private: true })
  hidden = await samplesOf(world, secret, 'secret')
})

function send(operation: (typeof operations)[number], caller: Caller | undefined, from: Samples): Promise<Answer> {
  const sample = from[operation.id] ?? {}
  return call(world.app, caller, operation.rest.method, pathOf(operation.rest.path, sample), {
    ...(sample.query === undefined ? {} : { query: sample.query }),
    ...(sample.body === undefined ? {} : { body: sample.body }),
    ...(sample.headers === undefined ? {} : { headers: sample.headers }),
  })
}

/** Whether a path parameter is one of the words that the documentation lists, rather than the ID of a thing. */
function isDocumentedWord({ input }: (typeof operations)[number], name: string): boolean {
  const { shape = {} } = input as unknown as { shape?: Record<string, z.ZodType> }
  return shape[name] instanceof z.ZodEnum
}

describe('the catalog', () => {
  it('holds operations', () => {
    expect(operations.length).toBeGreaterThan(10)
  })

  it('gives every operation an id and an address of its own', () => {
    const addresses = operations.map(({ rest }) => `${rest.method} ${rest.path.replace(/\{\w+\}/g, '{}')}`)
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
    expect(new Set(addresses).size).toBe(operations.length)
  })

  it.each(named)('%s is found by its file name and has a test beside it', (id) => {
    const found = files.filter((file) => file.startsWith('src/features/') && file.endsWith(`/${kebab(id)}.ts`))
    expect(found).toHaveLength(1)
    expect(existsSync(`${root}/${found[0]?.replace(/\.ts$/, '.test.ts')}`)).toBe(true)
  })

  it.each(named)(
    '%s reads with GET, and writes with anything else unless it says that it is safe',
    (_, { rest, requires }) => {
      expect(requires.scope).toBe(rest.method === 'GET' || rest.safe ? 'read' : 'write')
    },
  )

  const deprecated = named.filter(([, operation]) => operation.deprecated !== undefined)
  it.each(deprecated)('%s is deprecated, and what takes its place is not', (_, operation) => {
    const successors = operations.filter(({ rest }) => rest.path === operation.deprecated?.successor)
    expect(successors.map((one) => one.deprecated)).toEqual([undefined])
    expect(operation.deprecated?.successor).not.toContain('{')
  })

  it.each(named)('%s is told in one sentence', (_, { summary }) => {
    expect(summary).toMatch(/^[A-Z].{8,140}$/)
  })

  it.each(named)('%s has a sample for these laws', (id, { rest }) => {
    expect(samples[id]).toBeDefined()
    expect(pathOf(rest.path, samples[id] ?? {})).not.toContain('no%20sample')
  })
})

describe('every operation', () => {
  it.each(named)('%s answers 401 with code and message, and nothing else, without a key', async (_, operation) => {
    const answer = await send(operation, undefined, samples)
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual(unauthorized(operation.rest.dress))
  })

  it.each(named)('%s carries the request id that was sent', async (_, operation) => {
    const sample = samples[operation.id] ?? {}
    const answer = await call(world.app, undefined, operation.rest.method, pathOf(operation.rest.path, sample), {
      headers: { 'x-request-id': 'my-request.1' },
    })
    expect(answer.headers['x-request-id']).toBe('my-request.1')
  })

  const withIds = named.filter(([, { rest }]) => rest.path.includes('{'))
  it.each(withIds)(
    '%s answers 404 to the rival organization, as to a thing that does not exist',
    async (id, operation) => {
      if (samples[id]?.makesItsOwn) return
      const { level } = operation.requires
      for (const caller of [world.mallory, world.rivalOrg]) {
        // Refused for the level of the key, before anything is looked at.
        if (level === (caller.userId === undefined ? 'user' : 'organization')) continue
        const theirs = await send(operation, caller, samples)
        expect(theirs.status).toBe(404)
        const unknown = Object.fromEntries(
          Object.entries(samples[id]?.path ?? {}).map(([name, value]) => [
            name,
            // Numbers, such as those of versions, aren't IDs.
            isDocumentedWord(operation, name) || /^\d+$/.test(value) ? value : '00000000-0000-7000-8000-000000000000',
          ]),
        )
        const none = await send(operation, caller, { [id]: { ...samples[id], path: unknown } })
        expect(theirs.body).toEqual(none.body)
        expect(theirs.body).toMatchObject(
          operation.rest.dress === 'scim'
            ? { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: 404 }
            : { status: '404', code: expect.stringMatching(/_not_found$/), id: theirs.body.code },
        )
      }
    },
  )

  const onConversations = named.filter(
    ([, { rest }]) => rest.path.startsWith('/conversations/{') || rest.path.includes('{externalId}'),
  )
  it.each(onConversations)('%s answers 404 for a conversation hidden from the caller', async (_, operation) => {
    for (const caller of [world.carol, world.mark]) expect((await send(operation, caller, hidden)).status).toBe(404)
  })

  it.each(named)('%s refuses the methods its path does not have with 405 and Allow', async (id, operation) => {
    const has = operations.filter(({ rest }) => rest.path === operation.rest.path).map(({ rest }) => rest.method)
    for (const method of (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter((one) => !has.includes(one))) {
      const answer = await call(world.app, world.org, method, pathOf(operation.rest.path, samples[id] ?? {}))
      expect([method, answer.status]).toEqual([method, 405])
      expect(answer.headers.allow).toBe(has.join(', '))
    }
  })

  // Last, since some of them end what they are about.
  it.each(named.toSorted(([a], [b]) => Number(a.startsWith('delete')) - Number(b.startsWith('delete'))))(
    '%s works with its sample',
    async (_, operation) => {
      const answer = await send(operation, samples[operation.id]?.caller ?? world.org, samples)
      expect([200, 201, 202, 204]).toContain(answer.status)
    },
  )
})

describe('hidden conversations', () => {
  it('show in no list and no total', async () => {
    for (const path of ['/conversations', '/conversations/list']) {
      const answer = await call(world.app, world.carol, 'GET', path)
      expect(answer.body).toMatchObject({ data: [], meta: { totalRecords: 0, pageCount: 0 } })
    }
  })
})

describe('the house', () => {
  it('keeps files small: 400 lines, tests 600', async () => {
    const long: string[] = []
    for (const file of files) {
      const lines = (await readFile(`${root}/${file}`, 'utf8')).split('\n').length
      if (lines > (file.endsWith('.test.ts') ? 601 : 401)) long.push(`${file}: ${lines}`)
    }
    expect(files.length).toBeGreaterThan(60)
    expect(long).toEqual([])
  })

  it('speaks of Parley alone: no machine path, no registry host', async () => {
    const told = repositoryFiles.filter((file) =>
      /^[^/]+\.(md|json|yml)$|^docs\/.*\.md$|^(src|tests|acceptance|bench|scripts|bin)\/|^\.ci\/run$/.test(file),
    )
    const guilty: string[] = []
    for (const file of told.filter((name) => /\.\w+$|run$/.test(name))) {
      const text = await readFile(`${root}/${file}`, 'utf8')
      if (
        /\/work\/|\/root\/|registry\.(npm|yarn)|https?:\/\/registry|"resolved": "https?:/.test(text) &&
        file !== 'tests/laws.test.ts'
      )
        guilty.push(file)
    }
    expect(guilty).toEqual([])
  })
})
