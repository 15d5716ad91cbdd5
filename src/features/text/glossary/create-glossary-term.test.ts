import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { MEANING_LENGTH, SPELLINGS_MAX } from './schema.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const post = (caller: Caller | undefined, body: unknown) => call(world.app, caller, 'POST', '/glossary', { body })
const list = async (q: string, caller: Caller = world.org) =>
  (await call(world.app, caller, 'GET', '/glossary', { query: { q } })).body.data
const spellings = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n}`)

describe('does', () => {
  it('creates a term with all fields, trimmed, and returns it with 201', async () => {
    const answer = await post(world.org, {
      term: '  Wayloom ',
      aliases: [' WL ', 'Wayloom Cloud', 'WL'],
      misheard: ['Way Loom', 'Veyloom'],
      kind: 'product',
      meaning: ' Our analytics product ',
    })
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        data: {
          uuid: expect.any(String),
          term: 'Wayloom',
          aliases: ['WL', 'Wayloom Cloud'],
          misheard: ['Way Loom', 'Veyloom'],
          kind: 'product',
          meaning: 'Our analytics product',
          updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
          organizationUUID: world.acme,
        },
      },
    ])
    const got = await call(world.app, world.org, 'GET', `/glossary/${answer.body.data.uuid}`)
    expect(got.body).toEqual(answer.body)
  })

  it('requires only the term', async () => {
    const { status, body } = await post(world.alice, { term: 'Bare' })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ term: 'Bare', aliases: [], misheard: [], kind: 'other', meaning: '' })
  })

  it('accepts the longest fields and lists, counted in code points', async () => {
    const body = {
      term: `${'x'.repeat(119)}🚀`,
      aliases: spellings('Limit Alias', SPELLINGS_MAX),
      misheard: spellings('Limit Misheard', SPELLINGS_MAX),
      meaning: '🚀'.repeat(MEANING_LENGTH),
    }
    expect((await post(world.org, body)).body.data).toMatchObject(body)
  })

  it('stores a contested spelling for one of eight callers at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => post(world.org, { term: n % 2 === 0 ? 'Contested' : 'CONTESTEDS' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)])
    expect(await list('contested')).toHaveLength(1)
  })

  it('names the term in the audit log', async () => {
    const { uuid } = (await post(world.org, { term: 'Audited' })).body.data
    const { data } = (await call(world.app, world.org, 'GET', '/audit-log', { query: { entityId: uuid } })).body
    expect(data.map(({ operation }: { operation: string }) => operation)).toEqual(['createGlossaryTerm'])
  })
})

describe('refuses', () => {
  it.each([
    ['no term', { term: undefined }, '/term'],
    ['a blank term', { term: '  ' }, '/term'],
    ['a term of 121 characters', { term: 'x'.repeat(121) }, '/term'],
    ['a term without letters', { term: '… !' }, '/term'],
    ['too many aliases', { aliases: spellings('a', SPELLINGS_MAX + 1) }, '/aliases'],
    ['an alias of 121 characters', { aliases: ['WL', 'x'.repeat(121)] }, '/aliases/1'],
    ['an alias without letters', { aliases: ['–'] }, '/aliases/0'],
    ['an alias without letters after a repeated one', { aliases: ['WL', 'WL', '–'] }, '/aliases/2'],
    ['too many misheard forms', { misheard: spellings('m', SPELLINGS_MAX + 1) }, '/misheard'],
    ['a blank misheard form', { misheard: [''] }, '/misheard/0'],
    ['a misheard form with the spelling of the term', { misheard: ['Reduced', 'REFUSED!'] }, '/misheard/1'],
    ['an unknown kind', { kind: 'brand' }, '/kind'],
    ['a meaning of 501 characters', { meaning: 'x'.repeat(MEANING_LENGTH + 1) }, '/meaning'],
    ['null for a field', { aliases: null }, '/aliases'],
  ])('%s, with a pointer to it', async (_, given, pointer) => {
    const { status, body } = await post(world.org, { term: 'Refused', ...given })
    expect([status, body.code, body.source]).toEqual([400, 'validation_failed', { pointer }])
    expect(await list('refused')).toEqual([])
  })

  it.each([
    ['in another case', { term: 'NORTHLIGHT' }, '/term'],
    ['with punctuation and another ending', { term: '“Northlights”!' }, '/term'],
    ['with an accent', { term: 'Nórthlight' }, '/term'],
    ['of an alias', { term: 'Other', aliases: ['Fine', 'nl'] }, '/aliases/1'],
    ['of a repeated alias', { term: 'Other', aliases: ['Fine', 'Fine', 'nl'] }, '/aliases/2'],
    ['of a misheard form', { term: 'Other', misheard: ['nord light'] }, '/misheard/0'],
    ['of a misheard form as term', { term: 'Nord, light' }, '/term'],
  ])('a spelling of another term: %s', async (_, body, pointer) => {
    await post(world.org, { term: 'Northlight', aliases: ['NL'], misheard: ['Nord Light'] })
    const answer = await post(world.org, body)
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'spelling_taken', pointer)])
    expect(answer.body.detail).toContain('`Northlight`')
    expect(await list('other')).toEqual([])
  })
})

describe('who may', () => {
  it('is admins and org-level keys, and nobody else', async () => {
    for (const caller of [world.mark, world.bob, world.carol]) {
      const answer = await post(caller, { term: 'Forbidden' })
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
    }
    expect((await post(undefined, { term: 'Forbidden' })).status).toBe(401)
    expect(await list('forbidden')).toEqual([])
  })

  it('is each organization for its own glossary', async () => {
    expect((await post(world.org, { term: 'Shared' })).status).toBe(201)
    const theirs = await post(world.mallory, { term: 'Shared' })
    expect([theirs.status, theirs.body.data.organizationUUID]).toEqual([201, world.rival])
    expect(await list('shared')).toMatchObject([{ organizationUUID: world.acme }])
  })
})
