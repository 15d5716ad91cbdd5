import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const send = (body: unknown, caller = world.org) => call(world.app, caller, 'POST', '/glossary/import', { body })
const list = async (query: Record<string, string> = {}) =>
  (await call(world.app, world.org, 'GET', `/glossary?${new URLSearchParams(query)}`)).body

describe('does', () => {
  it('creates and updates terms of a CSV with a header, and repeats without effect', async () => {
    const csv = '\uFEFFmisheard,term,kind\r\nWay Loom|Veyloom,Wayloom,Product\r\n,"Acme, Inc.",company\r\n\r\n'
    expect((await send({ csv })).body).toEqual({ data: { created: 2, updated: 0, unchanged: 0 } })
    expect((await send({ csv })).body).toEqual({ data: { created: 0, updated: 0, unchanged: 2 } })
    expect((await send({ csv: 'term;meaning\nWAYLOOMS;Our product' })).body.data).toMatchObject({ updated: 1 })
    const { data } = await list({ q: 'VEY' })
    expect(data).toMatchObject([
      { term: 'WAYLOOMS', misheard: ['Way Loom', 'Veyloom'], kind: 'product', meaning: 'Our product' },
    ])
    expect((await list({ kind: 'company' })).data).toMatchObject([{ term: 'Acme, Inc.' }])
  })

  it('reads a plain list, and moves a spelling from one term to another in one request', async () => {
    expect((await send({ csv: 'Northlight\nSunrise\n' })).body.data).toEqual({ created: 2, updated: 0, unchanged: 0 })
    await send({ terms: [{ term: 'Northlight', aliases: ['NL'] }] })
    const moved = [
      { term: 'Northlight', aliases: [] },
      { term: 'Sunrise', aliases: ['NL'] },
    ]
    expect((await send({ terms: moved })).body.data).toMatchObject({ updated: 2 })
    expect((await list({ q: 'nl' })).data).toMatchObject([{ term: 'Sunrise' }])
  })

  it('stores 5,000 terms in one request', async () => {
    const own = await createWorld(world.app)
    const terms = Array.from({ length: 5_000 }, (_, n) => ({ term: `Term${n} Product`, misheard: [`Turm ${n}`] }))
    expect((await send({ terms }, own.org)).body.data).toEqual({ created: 5_000, updated: 0, unchanged: 0 })
    const { body } = await send({ terms: [{ term: 'One more' }] }, own.org)
    expect(body).toMatchObject({ status: '409', code: 'too_many_terms' })
  })

  it('names few changed terms in the audit log, and counts many', async () => {
    const own = await createWorld(world.app)
    await send({ terms: [{ term: 'Alpha' }] }, own.org)
    await send({ terms: Array.from({ length: 30 }, (_, n) => ({ term: `Beta${n}` })) }, own.org)
    const { data } = (await call(world.app, own.org, 'GET', '/audit-log')).body
    const entries = data.filter(({ operation }: { operation: string }) => operation === 'importGlossaryTerms')
    expect(JSON.stringify(entries[0])).toContain('created:30,updated:0')
    expect(JSON.stringify(entries[1])).toContain('glossary term')
  })
})

describe('refuses', () => {
  it.each([
    ['both forms', { csv: 'A', terms: [{ term: 'A' }] }, ''],
    ['neither form', {}, ''],
    ['a spelling without letters', { terms: [{ term: '…' }] }, '/terms/0/term'],
    [
      'a spelling of two terms',
      { terms: [{ term: 'Gamma' }, { term: 'Delta', aliases: ['gammas'] }] },
      '/terms/1/aliases/0',
    ],
    [
      'a misheard form that is the term',
      { terms: [{ term: 'Epsilon', misheard: ['epsilons'] }] },
      '/terms/0/misheard/0',
    ],
    ['a kind that does not exist', { csv: 'term,kind\nZeta,brand' }, '/csv'],
    ['a table without terms', { csv: 'term,kind\n\n' }, '/csv'],
  ])('%s', async (_, body, pointer) => {
    const answer = await send(body)
    expect(answer.status).toBe(400)
    expect(answer.body.source.pointer).toBe(pointer)
  })

  it('all terms if one line is wrong, and names the line', async () => {
    const { body } = await send({ csv: 'term,price\nEta,1' })
    expect(body.detail).toContain('Line 1: the header has an unknown column')
    const wrong = await send({ csv: `term,kind\nTheta,other\n"${'x'.repeat(121)}",other` })
    expect(wrong.body.detail).toContain('Line 3: column `term`')
    expect((await list({ q: 'theta' })).data).toEqual([])
  })

  it('a spelling that another term has', async () => {
    await send({ terms: [{ term: 'Kappa', misheard: ['Cappa'] }] })
    const { status, body } = await send({ terms: [{ term: 'Cappa' }] })
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'spelling_taken', source: { pointer: '/terms/0/term' } })
    expect(body.detail).toContain('`Kappa`')
  })
})

describe('who may', () => {
  it('is admins, each for their own organization', async () => {
    expect((await send({ terms: [{ term: 'Lambda' }] }, world.bob)).body.code).toBe('admin_required')
    await send({ terms: [{ term: 'Lambda' }] })
    expect((await send({ terms: [{ term: 'Lambda' }] }, world.rivalOrg)).body.data.created).toBe(1)
  })
})
