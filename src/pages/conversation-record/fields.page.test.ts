import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, forge, type PageAnswer } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { connectionFor, workflowFor } from '../../testing/crm-fixtures.ts'
import { askingFor, ITEMS, soldFor, valuesOf } from '../../testing/field-values-fixtures.ts'
import { itemFor } from '../../testing/fields-fixtures.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let bob: Browser
let made: Awaited<ReturnType<typeof asked>>
const asked = () =>
  askingFor(world, {
    ...{ seats: ITEMS.seats, budget: ITEMS.budget, rival: ITEMS.rival, plan: ITEMS.plan },
    modules: {
      title: 'Modules',
      responseType: 'multipicklist',
      options: ['Reports', 'Search', 'Coaching'],
      maxValues: 2,
    },
    pain: { title: 'Pain <b>of</b> them', contents: 'What hurts?', allowLongResponse: true },
  })
beforeAll(async () => {
  world = await createWorld()
  bob = await signedIn(world.app, world.acme, world.bob.userId)
  made = await asked()
  await itemFor(world, made.configuration, { title: 'Which competitor', dependsOn: made.rival.id })
})

const pathOf = (id: string) => `/conversations/${id}/fields`
const open = (id: string, browser = bob) => browser.get(pathOf(id))
const act = async (id: string, action: string, fields: Record<string, string>, page?: PageAnswer) =>
  bob.submit(`${pathOf(id)}/${action}`, page ?? (await open(id)), { ids: '', key: '', ...fields })
const valueAt = async (id: string, key: string) =>
  (await valuesOf(world, id)).find((one: { key: string }) => one.key === key)
/** What stands in the row of an item. */
const rowOf = (page: PageAnswer, item: string) =>
  new RegExp(
    `<li class="record-row" id="field-${item}">([\\s\\S]*?)(?=<li class="record-row"|</ul><h3|<section|</section>)`,
  ).exec(page.text)?.[1] ?? ''

describe('shows', () => {
  it('each item with its value, the words it stands on, how sure, and what was left open', async () => {
    const id = await soldFor(world)
    const page = await open(id)
    const seats = rowOf(page, made.seats.id)
    expect(seats).toContain('Proposed')
    expect(seats).toContain('<p class="record-value">60</p>')
    expect(seats).toContain('We need 60 seats.')
    expect(seats).toContain(`href="/conversations/${id}?t=30"`)
    expect(seats).toContain('Ann, 0:30')
    expect(seats).toMatch(/(Very high|High|Medium) confidence \(\d+%\), proposed by rules\./)
    expect(rowOf(page, made.modules.id)).toContain('No value found')
    expect(page.text).toContain('Evaluated when “Uses competitor” is Yes.')
    expect(page.text).toContain('no language model is configured')
    expect(page.text).toContain('Pain &lt;b&gt;of&lt;/b&gt; them')
    expect(page.text).not.toContain('<b>of</b>')
  })

  it('why there is nothing, where nothing is asked', async () => {
    const own = await createWorld(world.app)
    const id = await importFor(own)
    const browser = await signedIn(own.app, own.acme, own.bob.userId)
    expect((await open(id, browser)).text).toContain('No fields apply to this call.')
  })
})

describe('does', () => {
  it('accept one, reject it after all, and bring it back', async () => {
    const id = await soldFor(world)
    const { id: value } = await valueAt(id, made.seats.key)
    const accepted = await act(id, 'accept', { ids: value })
    expect([accepted.status, accepted.location]).toEqual([303, `/conversations/${id}?tab=fields#fields`])
    const after = await open(id)
    expect(after.text).toContain('Value confirmed')
    expect(rowOf(after, made.seats.id)).toMatch(/Confirmed by <bdi>you<\/bdi>/)
    await act(id, 'reject', { ids: value })
    const rejected = rowOf(await open(id), made.seats.id)
    expect(rejected).toContain('The proposed value was rejected.')
    expect(rejected).toContain('1 rejected value')
    await act(id, 'accept', { ids: value })
    expect(await valueAt(id, made.seats.key)).toMatchObject({
      id: value,
      state: 'confirmed',
      decidedBy: world.bob.userId,
    })
  })

  it('accept all that was shown as proposed', async () => {
    const id = await soldFor(world)
    const page = await open(id)
    const form = [...page.text.matchAll(/<form[\s\S]*?<\/form>/g)]
      .map(([one]) => one)
      .find((one) => one.includes('Confirm all'))
    const ids = [...(form ?? '').matchAll(/name="ids" value="([^"]+)"/g)].map(([, one]) => one ?? '')
    expect(ids).toHaveLength(4)
    const [, token = ''] = /name="form" value="([^"]+)"/.exec(form ?? '') ?? []
    const body = new URLSearchParams({ form: token })
    for (const one of ids) body.append('ids', one)
    const answer = await world.app.server.inject({
      method: 'POST',
      url: `${pathOf(id)}/accept`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        cookie: [...bob.cookies].map((pair) => pair.join('=')).join('; '),
      },
      payload: body.toString(),
    })
    expect(answer.statusCode).toBe(303)
    const states = (await valuesOf(world, id)).map(({ state }: { state: string }) => state)
    expect(states).toEqual(['confirmed', 'confirmed', 'confirmed', 'confirmed'])
  })

  it('edit values in the form of their items, and fill in what was open', async () => {
    const id = await soldFor(world)
    const page = await open(id)
    expect(rowOf(page, made.plan.id)).toMatch(/<option value="Enterprise" selected>/)
    expect(rowOf(page, made.seats.id)).toMatch(/type="number" step="any"[^>]*value="60"/)
    const edit = (fields: Record<string, string>) => act(id, 'edit', fields, page)
    await edit({ id: (await valueAt(id, made.seats.key)).id, item: '', type: 'number', value: '61.5' })
    await edit({ id: (await valueAt(id, made.rival.key)).id, item: '', type: 'boolean', value: 'true' })
    await edit({ id: '', item: made.modules.id, type: 'multipicklist', value: 'Search' })
    await edit({ id: '', item: made.pain.id, type: 'text', value: 'Slow\r\nreports' })
    expect(await valueAt(id, made.seats.key)).toMatchObject({ value: 61.5, state: 'corrected', source: 'human' })
    expect(await valueAt(id, made.rival.key)).toMatchObject({ value: true })
    expect(await valueAt(id, made.modules.key)).toMatchObject({ value: ['Search'], state: 'confirmed' })
    expect((await valueAt(id, made.pain.key)).value).toMatch(/^Slow\r?\nreports$/)
    const after = await open(id)
    expect(rowOf(after, made.seats.id)).toContain('History')
    expect(after.text).not.toContain('is Yes.')
  })

  it('tell what would be written to the CRM, write it, and tell what became of it', async () => {
    const own = await createWorld(world.app)
    const { seats } = await askingFor(own, { seats: ITEMS.seats })
    const id = await soldFor(own)
    const browser = await signedIn(own.app, own.acme, own.bob.userId)
    expect((await open(id, browser)).text).not.toContain('Preview changes')
    const { connectionUUID, uuid } = await workflowFor(
      own,
      (await connectionFor(own, 'http', 'https://crm.nowhere.example/x')).uuid,
      { name: 'Accounts', entityCode: 'account', fieldMapping: [{ fieldKey: seats.key, crmField: 'Seats__c' }] },
    )
    expect(connectionUUID).toEqual(expect.any(String))
    const send = async (action: string, fields: Record<string, string> = {}) =>
      browser.submit(`${pathOf(id)}/${action}`, await open(id, browser), fields)
    expect((await send('preview')).text).toContain('No confirmed values to write yet')
    const [value] = await valuesOf(own, id)
    await send('accept', { ids: value.id })
    expect((await send('preview')).text).toContain('The call has no linked record of this type.')
    await call(own.app, own.bob, 'PUT', `/conversations/${id}/linked-crm-records`, {
      body: { linked_crm_records: [{ code: 'account', id: 'A-1' }] },
    })
    const plan = await send('preview')
    expect(plan.status).toBe(200)
    expect(plan.text).toContain('<bdi>Seats__c</bdi>: 60')
    expect(plan.text).toContain('Account <bdi>A-1</bdi>')
    const runs = async () =>
      (await call(own.app, own.bob, 'GET', '/integration-runs', { query: { conversationUUID: id } })).body.data
    expect(await runs()).toEqual([])
    await browser.submit(`${pathOf(id)}/write`, plan)
    expect(await runs()).toMatchObject([{ workflowUUID: uuid, status: 'pending' }])
    expect((await open(id, browser)).text).toMatch(/Waiting[\s\S]*Refresh/)
  })
})

describe('refuses', () => {
  it('a value that the item does not take, with the form still open and what was given in it', async () => {
    const id = await soldFor(world)
    const { id: value } = await valueAt(id, made.seats.key)
    const edit = (fields: Record<string, string>) => act(id, 'edit', fields)
    const seats = { id: value, item: '', key: `edit-${made.seats.id}`, type: 'number' }
    const empty = await edit({ ...seats, value: ' ' })
    expect(empty.status).toBe(400)
    expect(rowOf(empty, made.seats.id)).toMatch(/<details class="record-edit" open>[\s\S]*role="alert"/)
    expect(rowOf(empty, made.seats.id)).toMatch(/aria-invalid="true"/)
    const rival = {
      id: (await valueAt(id, made.rival.key)).id,
      item: '',
      key: `edit-${made.rival.id}`,
      type: 'boolean',
    }
    expect((await edit({ ...rival, value: '' })).status).toBe(400)
    const modules = { id: '', item: made.modules.id, key: `edit-${made.modules.id}`, type: 'multipicklist' }
    const wrong = await edit({ ...modules, value: 'Nothing of it' })
    expect(rowOf(wrong, made.modules.id)).toContain('list of options of the item')
    expect((await edit({ ...modules, item: crypto.randomUUID(), value: 'Search' })).status).toBe(400)
    expect(await valueAt(id, made.modules.key)).toBeUndefined()
  })

  it('to accept what was replaced meanwhile, and says so', async () => {
    const id = await soldFor(world)
    const gone = crypto.randomUUID()
    const answer = await act(id, 'accept', { ids: gone, key: 'all' })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('A new analysis can replace proposed values')
  })
})

describe('who may', () => {
  it('is who sees the conversation', async () => {
    const id = await soldFor(world)
    const carol = await signedIn(world.app, world.acme, world.carol.userId)
    const mallory = await signedIn(world.app, world.rival, world.mallory.userId)
    const { id: value } = await valueAt(id, made.seats.key)
    for (const browser of [carol, mallory]) {
      expect((await open(id, browser)).status).toBe(404)
      expect((await forge(browser, `${pathOf(id)}/accept`, { ids: value })).status).toBe(404)
    }
    expect((await valueAt(id, made.seats.key)).state).toBe('proposed')
  })
})
