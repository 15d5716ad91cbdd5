/** What there is to look up in administration: the audit log, usage, mail; and that all of it is for admins. */
import { beforeAll, describe, expect, it } from 'vitest'
import { MAIL_SUBJECTS } from '../../core/mail.ts'
import { recordModelCall } from '../../features/platform/model-calls/index.ts'
import type { Browser } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { expectEvery } from '../../testing/expect-every.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { adminPages } from './index.ts'

let world: World
let alice: Browser
let bob: Browser
beforeAll(async () => {
  world = await createWorld()
  alice = await signedIn(world.app, world.acme, world.alice.userId)
  bob = await signedIn(world.app, world.acme, world.bob.userId)
})

const rowsOf = (page: string) => page.match(/<tr[ >][\s\S]*?<\/tr>/g)?.slice(1) ?? []

describe('does', () => {
  it('find who changed what, by person, operation, thing and day', async () => {
    const path = `/organizations/users/${world.bob.userId}`
    await call(world.app, world.alice, 'PATCH', path, { body: { firstName: 'Bob' } })
    await call(world.app, world.org, 'POST', '/labels', { body: { name: 'Audited', options: [{ value: 'A' }] } })
    const all = (await alice.get('/admin/audit')).text
    expect(all).toContain('Update organization user')
    const hers = rowsOf((await alice.get('/admin/audit?email=alice@acme.example')).text)
    expectEvery(hers, (row) => row.includes('alice@acme.example'))
    const labels = rowsOf((await alice.get('/admin/audit?operation=createLabel')).text)
    expect([labels.length, labels[0]]).toEqual([1, expect.stringContaining('Organization')])
    await world.app.store.owner.query(
      `update audit_log set entities = $1 where organization_id = $2 and operation = 'createLabel'`,
      [JSON.stringify(['a', 'b', 'c'].map((id) => ({ type: 'field value', id }))), world.acme],
    )
    const [several] = rowsOf((await alice.get('/admin/audit?operation=createLabel')).text)
    expect(several?.match(/<bdi>field value/g)).toHaveLength(1)
    expect(several).toMatch(/thing=c[^>]*><span class="unseen">field value <\/span>3</)
    const named = (await alice.get('/admin/audit?operation=create+label')).text
    expect(rowsOf(named)).toHaveLength(1)
    const shown = (await alice.get('/admin/audit?operation=createLabel')).text
    expect(shown).toMatch(/name="operation"[^>]* value="Create label"[^>]* list="field-operation-list"/)
    expect(shown).toContain('<option value="Create label"></option>')
    const about = rowsOf((await alice.get(`/admin/audit?type=user&thing=${world.bob.userId}`)).text)
    expect(about[0]).toContain('Update organization user')
    expect((await alice.get('/admin/audit?to=2020-01-01')).text).toContain('No entries found')
    expect((await alice.get('/admin/audit?from=2030-01-02&to=2030-01-01')).text).toContain('role="alert"')
    expect((await alice.get('/admin/audit?email=nobody@acme.example')).text).toContain('No active user has this')
  })

  it('tell usage, what the model took, and the limits', async () => {
    await importFor(world, { transcript: { segments: [{ speaker: 'Bob', text: 'Hi.', start: 0, end: 60 }] } })
    await recordModelCall(
      world.app.store.of(world.acme),
      world.acme,
      {
        ...{ purpose: 'answer', model: 'test-model', startedAt: world.app.clock.now(), ms: 900, requests: 1 },
        ...{ inputTokens: 1_200, outputTokens: 80, estimated: false, prices: { input: 3, output: 15 } },
        ...{ outcome: 'ok', detail: undefined },
      },
      world.bob.userId,
    )
    const { text } = await alice.get('/admin/usage')
    expect(text).toContain('<dt>Input tokens</dt><dd>1,200</dd>')
    expect(text).toContain('$0.0048')
    expect(text).toMatch(/<dt>Per hour<\/dt><dd>1,000,000<\/dd>/)
    const file = await alice.get('/admin/usage/usage.csv')
    expect(file.text).toContain('bob@acme.example')
    expect((await alice.get('/admin/usage?from=2010-01-01')).text).toContain('A report covers at most')
  })

  it('show the mail that was written, with links of ours that can be followed, and no others', async () => {
    const anywhere = await world.app.contextFor(world.app.operator(world.acme)).mail
    const text = 'Open http://parley.test/sign-in/abc or https://evil.example/x <b>\n'
    await anywhere.send({ to: 'one@acme.example', subject: MAIL_SUBJECTS.signInLink, text }, world.acme)
    await anywhere.send({ to: 'theirs@rival.example', subject: MAIL_SUBJECTS.signInLink, text }, world.rival)
    const page = (await alice.get('/admin/outbox')).text
    expect(page).toContain(`<h2 dir="auto">${MAIL_SUBJECTS.signInLink}</h2>`)
    expect(page).toContain('<a href="/sign-in/abc">http://parley.test/sign-in/abc</a>')
    expect(page).toContain('or https://evil.example/x &lt;b&gt;')
    expect(page).not.toContain('theirs@rival.example')
  })

  it('bring a person in by the link of an invitation that nobody has sent', async () => {
    const form = await alice.get('/admin/people/invitations')
    await alice.submit('/admin/people/invitations/invite', form, { email: 'trial@acme.example', role: 'SALES_REP' })
    await world.app.drain(world.acme)
    const link = /<a href="(\/invitations\/[^"]+)">/.exec((await alice.get('/admin/outbox')).text)?.[1] ?? ''
    expect((await alice.get(link)).status).toBe(200)
  })
})

describe('refuses', () => {
  it('to tell mail to programs: there is no operation of it in the description', async () => {
    const { body } = await call(world.app, world.org, 'GET', '/openapi.json')
    expect(JSON.stringify(body)).not.toContain('KeptMail')
  })
})

describe('who may', () => {
  const ID = '018f0000-0000-7000-8000-000000000000'
  const pathOf = (path: string) => path.replaceAll(/:\w+/g, ID)

  it.each(adminPages.map(({ path }) => pathOf(path)))('is an admin: %s', async (path) => {
    const answer = await bob.get(path)
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('Only admins can open this page.')])
    const own = await alice.get(path)
    expect([200, 404]).toContain(own.status)
  })

  it('is nobody else, and the navigation says nothing of it', async () => {
    expect((await alice.get('/labels')).text).toContain('href="/admin/people"')
    const page = (await bob.get('/labels')).text
    expect(page).not.toContain('/admin/')
    expect((await bob.get('/admin/usage/usage.csv')).status).toBe(403)
  })

  it.each(
    adminPages.flatMap(({ path, actions = {} }) => Object.keys(actions).map((action) => `${pathOf(path)}/${action}`)),
  )('does nothing for others: %s', async (path) => {
    const token = /<form method="post" action="\/sign-out"><input type="hidden" name="form" value="([^"]*)"/.exec(
      (await bob.get('/labels')).text,
    )?.[1]
    const answer = await bob.post(path, {
      form: token ?? '',
      key: ID,
      email: 'bob@acme.example',
      again: 'bob@acme.example',
    })
    expect([403, 404]).toContain(answer.status)
  })
})
