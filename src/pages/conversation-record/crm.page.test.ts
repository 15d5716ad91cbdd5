import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, forge } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let bob: Browser
beforeAll(async () => {
  world = await createWorld()
  bob = await signedIn(world.app, world.acme, world.bob.userId)
  const put = (path: string, fields: object) =>
    call(world.app, world.org, 'PUT', `/crm-records/${path}`, { body: { fields } })
  await put('account/A-1', { Name: 'Initech <b>Ltd</b>' })
  await put('contact/C-1', { FirstName: 'Ann', LastName: 'Kowalska' })
})

const pathOf = (id: string) => `/conversations/${id}/crm`
const open = (id: string, find = '') => bob.get(`${pathOf(id)}?find=${encodeURIComponent(find)}`)
const act = (id: string, action: string, fields: Record<string, string>) =>
  forge(bob, `${pathOf(id)}/${action}`, fields)
const linkedOf = async (id: string) => {
  const { attributes } = (await call(world.app, world.bob, 'GET', `/conversations/${id}`)).body
  return [attributes.linkedCrmRecords, attributes.externalOpportunity?.title]
}

describe('does', () => {
  it('find records by name and link them, beside what is linked already, and take one away again', async () => {
    const id = await importFor(world)
    expect((await open(id)).text).toContain('No linked records yet.')
    const found = await open(id, 'INITECH')
    expect(found.text).toContain('Initech &lt;b&gt;Ltd&lt;/b&gt;')
    expect(found.text).not.toContain('<b>Ltd')
    const linked = await bob.submit(`${pathOf(id)}/link`, found)
    expect([linked.status, linked.location]).toEqual([303, `/conversations/${id}?tab=details#crm`])
    await act(id, 'link', { code: 'contact', record: 'C-1' })
    await act(id, 'link', { code: 'contact', record: 'C-1' })
    expect(await linkedOf(id)).toEqual([
      [
        { code: 'account', id: 'A-1' },
        { code: 'contact', id: 'C-1' },
      ],
      undefined,
    ])
    const { text } = await open(id, 'kowalska')
    expect(text).toMatch(/Ann Kowalska<\/bdi> <span class="soft">Contact/)
    expect(text).toContain('<span class="soft">Linked</span>')
    await act(id, 'unlink', { code: 'account', record: 'A-1' })
    expect(await linkedOf(id)).toEqual([[{ code: 'contact', id: 'C-1' }], undefined])
    expect((await open(id, 'no such thing')).text).toContain('No records or opportunities found for')
  })

  it('make it part of an opportunity, and of none, and keep its links', async () => {
    const id = await importFor(world)
    await act(id, 'link', { code: 'contact', record: 'C-1' })
    const body = { opportunity_id: 'deal-9', title: 'Renewal 2027' }
    const deal = await call(world.app, world.org, 'PUT', `/teams/${world.teams.north}/opportunity`, { body })
    expect((await open(id, 'renewal')).text).toContain('Renewal 2027')
    await act(id, 'part', { opportunity: deal.body.id })
    expect(await linkedOf(id)).toEqual([[{ code: 'contact', id: 'C-1' }], 'Renewal 2027'])
    await act(id, 'part', { opportunity: '' })
    expect(await linkedOf(id)).toEqual([[{ code: 'contact', id: 'C-1' }], undefined])
  })

  it('show the other conversations of the same account, and no hidden one', async () => {
    const [one, other, hidden] = [
      await importFor(world),
      await importFor(world, { conversationTitle: 'Second talk' }),
      await importFor(world, { conversationTitle: 'Secret talk', userID: world.mark.userId, private: true }),
    ]
    for (const id of [one, other, hidden]) {
      const linked_crm_records = [{ code: 'account', id: 'A-1' }]
      await call(world.app, world.org, 'PUT', `/conversations/${id}/linked-crm-records`, {
        body: { linked_crm_records },
      })
    }
    const { text } = await open(one)
    expect(text).toContain('Other calls with <bdi>Initech &lt;b&gt;Ltd&lt;/b&gt;</bdi>')
    expect(text).toContain(`<a href="/conversations/${other}"><bdi>Second talk</bdi></a>`)
    expect(text).not.toContain('Secret talk')
    // All that was said with it may become a deck.
    expect(text).toContain('href="/decks/new?context=A-1"')
  })
})

describe('refuses', () => {
  it('what is no entity of a CRM, and what has no id', async () => {
    const id = await importFor(world)
    expect((await act(id, 'link', { code: 'planet', record: 'P-1' })).status).toBe(400)
    expect((await act(id, 'link', { code: 'account', record: '' })).status).toBe(400)
    expect(await linkedOf(id)).toEqual([[], undefined])
  })
})

describe('who may', () => {
  it('is who sees the conversation', async () => {
    const id = await importFor(world, { private: true })
    const mark = await signedIn(world.app, world.acme, world.mark.userId)
    expect((await mark.get(pathOf(id))).status).toBe(404)
    expect((await forge(mark, `${pathOf(id)}/link`, { code: 'account', record: 'A-1' })).status).toBe(404)
    expect(await linkedOf(id)).toEqual([[], undefined])
  })
})
