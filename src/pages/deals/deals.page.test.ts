import { beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let bob: Browser
const ids: Record<string, string> = {}
beforeAll(async () => {
  world = await createWorld()
  bob = await signedIn(world.app, world.acme, world.bob.userId)
  await deal('open', '<i>Harbor</i> trucks', { dealstage: 'contract_sent', amount: '9000', deal_currency_code: 'EUR' })
  await deal('open', '<i>Harbor</i> trucks', { dealstage: 'pro<b>posal', amount: '8000', deal_currency_code: 'EUR' })
  await deal('open', '<i>Harbor</i> trucks', { dealstage: 'contract_sent', amount: '9000', deal_currency_code: 'EUR' })
  await deal('new', 'Kestrel gates', { dealstage: 'discovery' })
  await deal('bare', 'Ottermoor doors', {})
  await deal('lost', 'Meridian halls', { dealstage: 'closedlost', closed_lost_reason: 'Too <b>late</b>' })
  await importFor(world, {
    opportunityID: 'open',
    conversationTitle: 'First <call>',
    conversationStartedAt: '2026-01-05T10:00:00Z',
    transcript: {
      segments: [
        { speaker: 'Bob', text: 'I will send the offer to you by Friday.', start: 0, end: 4 },
        { speaker: 'Ann', text: 'We are worried about the price of the installation.', start: 4, end: 9 },
      ],
    },
  })
  await world.app.drain(world.acme)
  const { data } = (await call(world.app, world.bob, 'GET', '/deals')).body
  for (const { opportunity_id: code, id } of data) ids[code] = id
})

async function deal(id: string, title: string, fields: Record<string, unknown>) {
  await call(world.app, world.org, 'PUT', `/teams/${world.teams.north}/opportunity`, {
    body: { opportunity_id: id, title },
  })
  if (Object.keys(fields).length > 0)
    await call(world.app, world.org, 'PUT', `/crm-records/deals/${id}`, { body: { fields } })
}

describe('the deals page', () => {
  it('shows open deals as columns by stage, in the order of a sale', async () => {
    const { text } = await bob.get('/deals')
    expect(text).toMatch(/<h2><bdi>Discovery[\s\S]*Kestrel[\s\S]*<h2><bdi>Contract sent[\s\S]*€9,000[\s\S]*No stage/)
    expect(text).toContain(`href="/deals/${ids.open}"><bdi>&lt;i&gt;Harbor`)
    expect(text).not.toContain('Meridian')
    expect(text).toContain('No call')
    // Phones show the stages one below the other, with links to them.
    expect(text).toMatch(/<a href="#stage-1"><bdi><bdi>Discovery<\/bdi> 1<\/bdi>[\s\S]*<section id="stage-1">/)
  })

  it('lists them with all their values', async () => {
    const { text } = await bob.get('/deals?view=list')
    expect(text).toContain('<caption')
    expect(text).toMatch(/Kestrel gates[\s\S]*Discovery/)
  })

  it('finds deals by title, and says if there is none', async () => {
    const found = (await bob.get('/deals?title=kestrel')).text
    expect(found).toContain('Kestrel gates')
    expect(found).not.toContain('Ottermoor')
    const none = (await bob.get('/deals?title=%3Cb%3E')).text
    expect(none).toContain('No deal has this title')
    expect(none).toContain('value="&lt;b&gt;"')
  })

  it('lists deals of an outcome, and takes an unknown one as open', async () => {
    expect((await bob.get('/deals?outcome=lost')).text).toContain('Meridian halls')
    expect((await bob.get('/deals?outcome=won')).text).toContain('No deals were won')
    expect((await bob.get('/deals?outcome=constructor')).text).toContain('Kestrel')
  })

  it('explains how deals come in, if there is none', async () => {
    const empty = await createWorld(world.app)
    const browser = await signedIn(empty.app, empty.acme, empty.bob.userId)
    expect((await browser.get('/deals')).text).toContain('Deals appear here when')
  })
})

describe('the page of a deal', () => {
  it('shows facts, signals, calls, promises and risks with their moments, as text', async () => {
    const { text } = await bob.get(`/deals/${ids.open}`)
    expect(text).toContain('&lt;i&gt;Harbor&lt;/i&gt; trucks')
    expect(text).toContain('Contract sent')
    expect(text).toContain('First &lt;call&gt;')
    expect(text).toMatch(/notice warn[^<]*>No call for \d+ days\./)
    expect(text).toMatch(/worried about the price[\s\S]*\?t=4"/)
    expect(text).toMatch(/Promises and tasks[\s\S]*send the offer/)
    expect(text).not.toContain('<call>')
  })

  it('shows changes of stage and amount between the calls, newest first', async () => {
    const { text } = await bob.get(`/deals/${ids.open}`)
    const [row] = /<li class="row deals-change">[\s\S]*/.exec(text) ?? []
    expect(row).toMatch(/Stage<\/span> <bdi>Pro&lt;b&gt;posal<\/bdi>[\s\S]*<bdi>Contract sent<\/bdi>/)
    expect(row).toMatch(/Amount<\/span> <bdi>€8,000<\/bdi>[\s\S]*<bdi>€9,000<\/bdi>/)
    // The call was in January, and the changes are of today.
    expect(row).toMatch(/deals-change[\s\S]*First &lt;call&gt;/)
  })

  it('shows why a deal was lost, without signals', async () => {
    const { data } = (await call(world.app, world.bob, 'GET', '/deals', { query: { outcome: 'lost' } })).body
    const { text } = await bob.get(`/deals/${data[0].id}`)
    expect(text).toContain('Too &lt;b&gt;late&lt;/b&gt;')
    expect(text).toContain('No call of this deal is visible to you.')
    expect(text).not.toContain('deals-notes')
  })

  it('answers 404 for a deal of somebody else', async () => {
    const other = await createWorld(world.app)
    const stranger = await signedIn(other.app, other.acme, other.bob.userId)
    expect((await stranger.get(`/deals/${ids.open}`)).status).toBe(404)
    expect((await bob.get('/deals/nonsense')).status).toBe(404)
  })
})
