import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, hiddenFields, type PageAnswer } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { labelFor } from '../../testing/labels-fixtures.ts'
import { NOBODY } from '../../testing/refusals.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { labelValue } from './query-params.ts'

let world: World
let mark: Browser
let own: string
let others: string
let hidden: string
let category: string
beforeAll(async () => {
  world = await createWorld()
  mark = await signedIn(world.app, world.acme, world.mark.userId)
  const team = { teamUUID: world.teams.north }
  own = await importFor(world, { ...team, userID: world.mark.userId, conversationTitle: 'Of <mark>' })
  others = await importFor(world, { ...team, conversationTitle: 'Of bob & co', labels: { Stage: 'Closing' } })
  hidden = await importFor(world, { ...team, conversationTitle: 'Secret of bob', private: true })
  category = (await labelFor(world, ['Demo', 'Renewal'])).name
})

const LIST = '/conversations'
const send = async (
  action: string,
  ids: readonly string[],
  more: Record<string, string> = {},
  query = '',
): Promise<PageAnswer> => {
  const page = await mark.get(`${LIST}${query}`)
  return mark.post(`${LIST}/${action}`, { ...hiddenFields(page.text, `${LIST}/choose-label`), call: ids, ...more })
}
const read = async (id: string) => (await call(world.app, world.org, 'GET', `/conversations/${id}`)).body.attributes
const labels = async (id: string) => (await read(id)).labels

describe('the selection', () => {
  it('has a checkbox with a name for each call, and selects all of the page without a script', async () => {
    const { text } = await mark.get(LIST)
    expect(text).toContain(`value="${own}"><span class="unseen">Select <bdi>Of &lt;mark&gt;</bdi>`)
    expect(text).toContain('href="/conversations?select=all"')
    const all = (await mark.get(`${LIST}?select=all`)).text
    expect(all.match(/name="call" value="[^"]+" checked/g)).toHaveLength(2)
  })

  it.each([
    ['nothing', [], 'No call is selected'],
    ['too many', Array.from({ length: 101 }, (_, n) => `${n}`), '101 calls are selected. Select at most 100'],
  ])('of %s is refused, with the list as it was', async (_, ids, words) => {
    const { status, text } = await send('archive', ids, {}, '?title=bob')
    expect([status, text]).toEqual([400, expect.stringContaining(words)])
    expect(text).toContain('Title contains “bob”')
  })
})

describe('an action', () => {
  it('is done for each call, and leads back to the list as it was', async () => {
    const { status, location } = await send('analyze', [own, others], {}, '?title=of')
    expect([status, location]).toEqual([303, '/conversations?title=of'])
    expect((await mark.get(location ?? '')).text).toContain('2 calls queued for analysis')
  })

  it('sets a label, and removes that option alone', async () => {
    const label = labelValue(category, 'Demo')
    const step = await send('choose-label', [own, others])
    expect(step.text).toMatch(/Label 2 calls[\s\S]*Of &lt;mark&gt;[\s\S]*Of bob &amp; co/)
    expect((await send('label', [own, others], { label })).status).toBe(303)
    expect([await labels(own), await labels(others)]).toEqual([
      { [category]: 'Demo' },
      { Stage: 'Closing', [category]: 'Demo' },
    ])
    await send('unlabel', [own, others], { label: labelValue(category, 'Renewal') })
    expect(await labels(own)).toEqual({ [category]: 'Demo' })
    await send('unlabel', [own, others], { label })
    expect([await labels(own), await labels(others)]).toEqual([{}, { Stage: 'Closing' }])
    expect((await send('label', [own])).text).toContain('No label is selected')
  })

  it('shares with a colleague in a comment of each call, and says who has no access', async () => {
    const recipient = world.bob.userId ?? ''
    const shared = await importFor(world, { teamUUID: world.teams.north, conversationTitle: 'To share' })
    const chosen = (await send('choose-recipient', [others, shared])).text
    expect(chosen).toContain('Share 2 calls with a colleague')
    expect(chosen).toContain(`<option value="${recipient}">`)
    const message = 'Listen to the price.\nThen tell me.'
    expect((await send('share', [others, shared], { recipient, message })).status).toBe(303)
    for (const id of [others, shared]) {
      const { data } = (await call(world.app, world.bob, 'GET', `/conversations/${id}/comments`)).body
      expect(JSON.stringify(data)).toContain('Listen to the price.\\nThen tell me.')
    }
    const told = (await call(world.app, world.bob, 'GET', '/notifications')).body.data
    expect(told.filter(({ kind }: { kind: string }) => kind === 'mention')).toHaveLength(2)
    const refused = await send('share', [shared], { recipient: world.carol.userId ?? '', message })
    expect(refused.text).toMatch(/No call was shared[\s\S]*1 call not shared: /)
    expect((await call(world.app, world.carol, 'GET', '/notifications')).body.data).toEqual([])
    for (const given of ['', NOBODY, 'nobody@acme.example']) {
      const answer = await send('share', [shared], { recipient: given, message })
      expect([answer.status, answer.text.includes('No colleague is selected.')]).toEqual([400, true])
    }
    expect((await send('share', [shared], { recipient: 'BOB@acme.example', message: '' })).status).toBe(303)
  })

  it('assigns to a colleague, and says who has no access', async () => {
    const question = 'What would you ask here?'
    expect((await send('choose-assignee', [own])).text).toContain('Assign 1 call to a colleague')
    const bob = world.bob.userId ?? ''
    expect((await send('assign', [own], { assignee: bob, question, due: '2098-03-01' })).status).toBe(303)
    const { data } = (await call(world.app, world.bob, 'GET', '/coaching-assignments')).body
    expect(data).toMatchObject([{ conversationUUID: own, question, dueOn: '2098-03-01' }])
    const refused = await send('assign', [own], { assignee: world.carol.userId ?? '', question })
    expect(refused.text).toMatch(/No call was assigned[\s\S]*1 call not assigned: /)
    expect((await send('assign', [own], { assignee: bob, question: ' ' })).text).toContain('Enter a question')
    expect((await send('assign', [own], { assignee: 'x@acme.example', question })).text).toContain(
      'No user has the email',
    )
  })

  it('exports one file, which names what is missing', async () => {
    const { location } = await send('export', [own, others, hidden])
    const file = await mark.get(location ?? '')
    expect(file.headers['content-disposition']).toContain('calls.md')
    expect(file.text).toMatch(/Of <mark>|Of \\<mark/)
    expect(file.text).toContain('Of bob')
    expect(file.text).toMatch(/1 call not exported: They no longer exist, or you have no access/)
    expect(file.text).not.toContain('Secret')
    expect((await mark.get(`${LIST}/selected.md`)).status).toBe(400)
  })

  it('says for how many calls it was done, for which it was not, and why, without a word of hidden ones', async () => {
    const { status, text } = await send('archive', [own, others, hidden, NOBODY, 'x'])
    expect(status).toBe(200)
    const [, outcome = ''] = /conversations-outcome"([\s\S]*?)<\/section>/.exec(text) ?? []
    expect(outcome).toContain('1 call archived.')
    expect(outcome).toMatch(/1 call not archived: [\s\S]*?Of bob &amp; co/)
    expect(outcome).toContain('3 calls not archived: They no longer exist, or you have no access to them.')
    expect(text).not.toContain('Secret of bob')
    expect([(await read(own)).archived, (await read(others)).archived, (await read(hidden)).archived]).toEqual([
      true,
      false,
      false,
    ])
    expect((await send('restore', [own])).status).toBe(303)
    expect((await read(own)).archived).toBe(false)
  })
})

describe('the options of the list', () => {
  const places = async (query: string) => {
    const { text } = await mark.get(`${LIST}${query}`)
    return { text, order: [own, others].toSorted((a, b) => text.indexOf(`/${a}"`) - text.indexOf(`/${b}"`)) }
  }

  it('order the calls, and stay in every link of the list', async () => {
    const newest = await places('')
    const oldest = await places('?sort=oldest&size=50&hide=owner,people&select=all')
    expect(oldest.order).toEqual(newest.order.toReversed())
    expect(oldest.text).toContain('calls, oldest first')
    const carried = 'sort=oldest&amp;hide=owner%2Cpeople&amp;size=50'
    expect(oldest.text).toContain(`name="back" value="${carried}"`)
    expect(oldest.text).toContain(`href="/conversations?${carried}" data-select-all`)
  })

  it('hide columns, and ignore what they do not know', async () => {
    const all = await places('?hide=unknown&sort=loudest&size=7')
    expect(all.text).toMatch(/calls, newest first[\s\S]*Sales North/)
    expect((await places('?hide=owner')).text).not.toContain('Sales North</bdi>')
    expect((await places('?hide=marks')).text).not.toContain('Stage: Closing')
  })
})
