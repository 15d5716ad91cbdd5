/** `conversation_counts` tells the same as counting (docs/decisions/0004-totals.md), whatever happened before. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { OrganizationId } from '../src/core/principal.ts'
import { call } from '../src/testing/call.ts'
import { createTestApp, type TestApp } from '../src/testing/create-test-app.ts'
import { type Caller, createWorld, type World } from '../src/testing/world.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})

const STATE = 'archived, private, is_internal, is_empty, has_transcript, processing_status'
const FACETS = `owner_id, team_id, ${STATE}`

interface Kind {
  n: number
}

/** Rows of each kind, and of each kind but for whose they are: those have neither owner nor team. */
const counted = (org: OrganizationId) =>
  app.store.owner.query<Kind>(
    `select ${FACETS}, count(*) as n from conversations where organization_id = $1 group by ${FACETS}
     union all
     select null, null, ${STATE}, count(*) from conversations where organization_id = $1 group by ${STATE}
     order by ${FACETS}`,
    [org],
  )

const told = (org: OrganizationId) =>
  app.store.owner.query<Kind>(
    `select ${FACETS}, sum(n)::bigint as n from conversation_counts where organization_id = $1
     group by ${FACETS} having sum(n) <> 0 order by ${FACETS}`,
    [org],
  )

const unfolded = (org: OrganizationId) =>
  app.store.owner.query<Kind>(
    `select ${FACETS}, n from conversation_counts where organization_id = $1 order by ${FACETS}`,
    [org],
  )

/** Under the lock that writers fold under. */
const fold = (org: OrganizationId) =>
  app.store.owner.transact(async (query) => {
    await query(`select pg_advisory_xact_lock(hashtextextended($1, 7))`, [org])
    await query('select fold_conversation_counts($1)', [org])
  })

async function expectTrue(org: OrganizationId): Promise<void> {
  expect(await told(org)).toEqual(await counted(org))
}

const NAMES = ['org', 'alice', 'mark', 'bob', 'carol'] as const
type Name = (typeof NAMES)[number]

interface Step {
  readonly act: 'import' | 'archive' | 'privacy' | 'erase' | 'correct' | 'title' | 'state' | 'move' | 'fold'
  readonly by: Name
  /** Which of the conversations there are by then. */
  readonly which: number
  readonly yes: boolean
  readonly variant: number
}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(
    'import',
    'import',
    'import',
    'archive',
    'privacy',
    'erase',
    'correct',
    'title',
    'state',
    'move',
    'fold',
  ),
  by: fc.constantFrom(...NAMES),
  which: fc.nat(50),
  yes: fc.boolean(),
  variant: fc.nat(5),
})

const INSIDE = [{ email: 'x@acme.example' }]
const OUTSIDE = [{ email: 'x@customer.example' }]
const said = (sentence: string) => ({ final: [{ speaker: 'A', sentence, startTimestamp: 0, endTimestamp: 1 }] })

async function take(world: World, ids: string[], { act, by, which, yes, variant }: Step): Promise<number> {
  const caller: Caller = world[by]
  const id = ids[which % Math.max(ids.length, 1)] ?? '00000000-0000-7000-8000-000000000000'
  const put = (what: string, body: object) => call(app, caller, 'PUT', `/conversations/${id}/${what}`, { body })
  const status = async (answer: Promise<{ status: number }>) => (await answer).status
  switch (act) {
    case 'import': {
      const answer = await call(app, caller, 'POST', '/conversations/import', {
        body: {
          ...(variant % 3 === 0 ? { mediaURL: 'https://media.example/a.mp3' } : { transcript: said('Hello.') }),
          private: yes,
          participants: [[], INSIDE, OUTSIDE][variant % 3],
          // Some of them repeat each other.
          ...(variant === 4 ? { applicationExternalID: `x-${which % 4}` } : {}),
        },
      })
      if (answer.status === 202) ids.push(answer.body.uuid)
      return answer.status
    }
    case 'archive':
      return status(call(app, caller, 'DELETE', `/conversations/${id}`))
    case 'erase':
      return status(call(app, caller, 'DELETE', `/conversations/${id}?erase=true`))
    case 'privacy':
      return status(put('privacy', { private: yes }))
    case 'correct':
      return status(put('transcript', { transcript: said('Hello again.') }))
    case 'title':
      return status(put('title', { title: yes ? 'Another' : ' ' }))
    case 'state':
      await app.store.owner.query('update conversations set processing_status = $1 where id = $2', [
        ['pending', 'analyzed', 'failed'][variant % 3],
        id,
      ])
      return 200
    case 'move':
      await app.store.owner.query('update conversations set team_id = $1, owner_id = $2 where id = $3', [
        [null, world.teams.north, world.teams.support][variant % 3],
        (yes ? world.bob : world.carol).userId,
        id,
      ])
      return 200
    case 'fold':
      await fold(world.acme)
      return 200
  }
}

describe('the counts of conversations', () => {
  it('are those of the rows after any history, one step after another', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }), async (steps) => {
        const world = await createWorld(app)
        const ids: string[] = []
        for (const one of steps) {
          expect(await take(world, ids, one)).toBeLessThan(500)
          await expectTrue(world.acme)
        }
        expect(await told(world.rival)).toEqual([])
      }),
      { numRuns: 12 },
    )
  })

  it('are those of the rows after any history of many callers at once', async () => {
    const rounds = fc.array(fc.array(step, { minLength: 4, maxLength: 12, size: 'max' }), {
      minLength: 2,
      maxLength: 5,
    })
    await fc.assert(
      fc.asyncProperty(rounds, async (history) => {
        const world = await createWorld(app)
        const ids: string[] = []
        for (const steps of history) {
          const statuses = await Promise.all(steps.map((one) => take(world, ids, one)))
          expect(statuses.filter((status) => status >= 500)).toEqual([])
          await expectTrue(world.acme)
        }
      }),
      { numRuns: 12 },
    )
  })

  it('stay the same when they are folded, with one row for each kind there is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }), async (steps) => {
        const world = await createWorld(app)
        const ids: string[] = []
        for (const one of steps) await take(world, ids, one)
        const before = await told(world.acme)
        await fold(world.acme)
        expect(await unfolded(world.acme)).toEqual(before)
        await fold(world.acme)
        expect(await unfolded(world.acme)).toEqual(before)
        await expectTrue(world.acme)
      }),
      { numRuns: 6 },
    )
  })

  it('stay true when they are folded while others write', async () => {
    const world = await createWorld(app)
    const ids: string[] = []
    const imports: Step[] = Array.from({ length: 60 }, (_, i) => ({
      act: 'import',
      by: NAMES[i % NAMES.length] ?? 'org',
      which: i,
      yes: i % 2 === 0,
      variant: i % 3,
    }))
    const folds: Step[] = Array.from({ length: 12 }, () => ({
      act: 'fold',
      by: 'org',
      which: 0,
      yes: true,
      variant: 0,
    }))
    const mixed = imports.flatMap((one, i) => (i % 5 === 0 ? [one, folds[i / 5] ?? one] : [one]))
    await Promise.all(mixed.map((one) => take(world, ids, one)))
    await expectTrue(world.acme)
    expect(ids).toHaveLength(60)
  })

  it('of one organization are untouched by folding those of another', async () => {
    const world = await createWorld(app)
    await take(world, [], { act: 'import', by: 'bob', which: 0, yes: false, variant: 1 })
    const before = await unfolded(world.acme)
    await fold(world.rival)
    expect(await unfolded(world.acme)).toEqual(before)
  })

  it('are not moved by a change that was rolled back', async () => {
    const world = await createWorld(app)
    const ids: string[] = []
    await take(world, ids, { act: 'import', by: 'bob', which: 0, yes: false, variant: 1 })
    const before = await told(world.acme)
    const attempt = app.store.owner.transact(async (query) => {
      await query('update conversations set archived = true where id = $1', [ids[0]])
      throw new Error('a change of mind')
    })
    await expect(attempt).rejects.toThrow('a change of mind')
    expect(await told(world.acme)).toEqual(before)
  })

  it('end with the last conversation', async () => {
    const world = await createWorld(app)
    const ids: string[] = []
    for (const variant of [0, 1, 2]) await take(world, ids, { act: 'import', by: 'bob', which: 0, yes: true, variant })
    for (const [which] of ids.entries())
      await take(world, ids, { act: 'erase', by: 'org', which, yes: true, variant: 0 })
    expect(await told(world.acme)).toEqual([])
    await fold(world.acme)
    expect(await unfolded(world.acme)).toEqual([])
  })
})
