/**
 * Who may do what: role × key level × visibility × operation. Each caller has a world of their own, with the samples of
 * every operation in it, so that nobody stands on what another one changed. A door that is added walks the same table.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../src/catalog.ts'
import { type Answer, call } from '../src/testing/call.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { type Caller, createWorld, type World } from '../src/testing/world.ts'
import { CALLERS, matrix } from './access-matrix.ts'
import { rowsOf } from './access-rows.ts'
import { pathOf, type Samples, samplesOf } from './samples/index.ts'

type Name = (typeof CALLERS)[number]
type Kind = 'open' | 'private'

const stages: Record<string, { caller: Caller; world: World; samples: Record<Kind, Samples> }> = {}
beforeAll(async () => {
  const made = CALLERS.map(async (name) => {
    const world = await createWorld()
    const samples = async (kind: Kind) =>
      samplesOf(world, await importFor(world, { applicationExternalID: kind, private: kind === 'private' }), kind)
    stages[name] = {
      caller: callerOf(world, name),
      world,
      samples: { open: await samples('open'), private: await samples('private') },
    }
  })
  await Promise.all(made)
})

function callerOf(world: World, name: Name): Caller {
  return {
    'org key': world.org,
    admin: world.alice,
    manager: world.mark,
    owner: world.bob,
    stranger: world.carol,
    rival: world.mallory,
    'rival org': world.rivalOrg,
  }[name]
}

/** `ok`, or the status and what it says: `403 admin`. SCIM's errors have no code, only words. */
function outcome({ status, body }: Answer): string {
  if (status < 300) return 'ok'
  if (status !== 403) return String(status)
  if (body.code === undefined) return body.detail.includes('admin role') ? '403 admin' : '403'
  return `403 ${String(body.code).replace('_required', '')}`
}

async function tryAs(name: Name, kind: Kind, id: string): Promise<string> {
  const stage = stages[name]
  const operation = operations.find((one) => one.id === id)
  if (stage === undefined || operation === undefined) throw new Error(`There is no ${id} for ${name}.`)
  const { query, body, headers, caller: _, ...sample } = stage.samples[kind][id] ?? {}
  const answer = await call(stage.world.app, stage.caller, operation.rest.method, pathOf(operation.rest.path, sample), {
    ...(query === undefined ? {} : { query }),
    ...(body === undefined ? {} : { body }),
    ...(headers === undefined ? {} : { headers }),
  })
  return outcome(answer)
}

const ending = (id: string) => Number(/^(delete|archive|remove|dismiss)/.test(id))
const rows = rowsOf(matrix)

describe('the matrix', () => {
  it('has a row for every operation, and one more for private conversations where it matters', () => {
    expect(
      rows
        .filter(({ kind }) => kind === 'open')
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(operations.map(({ id }) => id).toSorted())
    const onConversations = operations
      .filter(({ rest }) => /^\/conversations\/(\{id\}|by-)/.test(rest.path))
      .map(({ id }) => id)
    expect(rows.filter(({ kind }) => kind === 'private').map(({ id }) => id)).toEqual(
      expect.arrayContaining(onConversations),
    )
  })

  it.each(rows.toSorted((a, b) => ending(a.id) - ending(b.id)).map((row) => [`${row.id} (${row.kind})`, row] as const))(
    '%s is as the table says',
    async (_, { id, kind, expected }) => {
      // At once: each in a world of their own.
      const tries = CALLERS.map(async (name) => [name, await tryAs(name, kind, id)] as const)
      const seen: Record<string, string> = Object.fromEntries(await Promise.all(tries))
      if (process.env.PRINT_MATRIX) {
        process.stdout.write(
          `${[kind === 'private' ? `${id} (private)` : id, ...CALLERS.map((name) => seen[name])].join(' | ')}\n`,
        )
      }
      expect(seen).toEqual(expected)
    },
  )
})
