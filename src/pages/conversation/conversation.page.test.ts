import { beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { recordedFor } from '../../testing/recordings-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { talkFor } from '../../testing/transcript-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let bob: Browser
let talk: string
beforeAll(async () => {
  world = await createWorld()
  bob = await signedIn(world.app, world.acme, world.bob.userId)
  talk = await talkFor(world, { conversationTitle: 'Scanners', opportunityID: 'deal-7' })
  await world.app.drain(world.acme)
})

const page = async (path: string, browser = bob) => (await browser.get(`/conversations/${path}`)).text
const longTalk = (lines: number) =>
  importFor(world, {
    transcript: {
      segments: Array.from({ length: lines }, (_, i) => ({
        speaker: ['Ann', 'Bob'][i % 2],
        text: `This is line ${i}.`,
        start: i * 10,
        end: i * 10 + 8,
      })),
    },
  })
const linesIn = (text: string) => [...text.matchAll(/<span id="s(\d+)"/g)].map(([, segment]) => Number(segment))

describe('shows', () => {
  it('what the conversation is, who was there, and every turn with who says it and when', async () => {
    const text = await page(talk)
    for (const told of [
      '<h1 dir="auto">Scanners</h1>',
      'Ann</bdi>',
      'bob@acme.example',
      '2 min',
      'deal-7',
      'Sales North',
    ]) {
      expect(text).toContain(told)
    }
    expect(linesIn(text)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect(text).toMatch(
      /<a class="conversation-clock" href="\/conversations\/[^"]*\?t=10"[^>]*>0:10<\/a>\s*<div[^>]*><p class="conversation-who"><span class="talk-dot talk-them-1" aria-hidden="true"><\/span><bdi>Ann<\/bdi>/,
    )
    expect(text).toContain('No recording to play.')
    expect(text).not.toContain('id="media"')
  })

  it('what was found out, each line with its moment, figures with what they mean, topics to be found', async () => {
    const text = await page(talk)
    expect(text).toMatch(/Decisions<\/h3>[\s\S]*?sixty scanners[\s\S]*?\?t=40"/)
    expect(text).toMatch(/Action items<\/h3>[\s\S]*?offer[\s\S]*?Bob, by Friday/)
    expect(text).toContain('Share of talk time')
    expect(text).toContain('About these statistics')
    expect(text).toMatch(/href="\/conversations\/[^"]*\?find=[^"]*#transcript"/)
    expect(text).not.toContain('data-again')
  })

  it('the window of a moment, of a segment, or the one that is asked for, with the way to its neighbours', async () => {
    const long = await longTalk(400)
    const first = await page(long)
    expect(linesIn(first)).toEqual(Array.from({ length: 150 }, (_, i) => i))
    expect(first).toContain('rel="next">Later')
    expect(first).not.toContain('rel="prev"')
    const later = await page(`${long}?t=2005`)
    expect([linesIn(later)[0], linesIn(later).at(-1)]).toEqual([150, 299])
    expect(later).toContain('<span id="s200" class="conversation-here"')
    expect(later).toMatch(
      /tabindex="-1" autofocus>[\s\S]*?<p class="conversation-who"><span class="talk-dot [^"]*" aria-hidden="true"><\/span><bdi>Ann/,
    )
    expect(await page(`${long}?s=201`)).toContain('<span id="s201" class="conversation-here"')
    expect(linesIn(await page(`${long}/turns?page=3`))[0]).toBe(300)
    expect(await page(`${long}/turns?t=3990`)).toContain('data-page="3"')
    expect(linesIn(await page(`${long}?t=nonsense&s=-1&page=0`))[0]).toBe(0)
    expect(linesIn(await page(`${long}?page=99`))).toEqual([])
  })

  it('where a text stands, one place after the other, and what one speaker says', async () => {
    const text = await page(`${talk}?find=SCANNERS&match=2`)
    expect(text).toContain('Result 2 of 5')
    expect(text).toContain('<span id="s1" class="conversation-here"')
    expect(text).toContain('<mark>scanners</mark>')
    expect(text).toMatch(/name="match" value="1">Previous[\s\S]*name="match" value="3">Next/)
    expect(await page(`${talk}?find=zeppelin`)).toContain('No results for “zeppelin”.')
    const anns = await page(`${talk}?speaker=Ann`)
    expect(linesIn(anns)).toEqual([1, 3, 5, 7, 9, 11])
    expect(linesIn(await page(`${talk}?speaker=Ann&find=warehouse`))).toContain(1)
    expect(await page(`${talk}?speaker=Nobody`)).toContain('No lines by this speaker')
  })

  it('a player where there is a recording, at an address of ours', async () => {
    const recorded = await recordedFor(world)
    const text = await page(recorded)
    expect(text).toMatch(/<audio id="media" src="\/media\/[^"]+" controls/)
    const [, address = ''] = /src="(\/media\/[^"]+)"/.exec(text) ?? []
    expect((await world.app.server.inject({ method: 'GET', url: address })).statusCode).toBe(200)
    expect(await page(`${recorded}/player`)).toMatch(/^<section id="player"/)
  })

  it('how far the analysis is, while it is, and why it waits', async () => {
    const fresh = await importFor(world)
    const text = await page(fresh)
    expect(text).toContain('Analyzing…')
    expect(text).toContain(`data-again="/conversations/${fresh}/state"`)
    expect(await page(`${fresh}/state`)).toMatch(/Summary <span class="tag warn">Waiting/)
    await world.app.drain(world.acme)
    expect(await page(`${fresh}/state`)).toBe('<section id="state" hidden></section>')
    const waiting = await importFor(world, { transcript: undefined, mediaURL: 'https://media.example/a.mp3' })
    const awaited = await page(waiting)
    expect(awaited).toContain('Waiting for the transcript')
    expect(awaited).toContain('No transcriber is configured.')
    expect(awaited).toContain('<a href="https://media.example/a.mp3"')
    expect(awaited).not.toContain('/edit"')
  })

  it('nothing of what people say as markup', async () => {
    const hostile = '<img src=x onerror=alert(1)>"\'</script>&lt;b&gt;'
    const id = await importFor(world, {
      conversationTitle: hostile,
      transcript: { segments: [{ speaker: hostile, text: `${hostile} ${hostile}`, start: 0, end: 2 }] },
      participants: [{ name: hostile, email: 'x@customer.example' }],
      mediaURL: 'https://media.example/"><script>alert(1)</script>',
    })
    await world.app.drain(world.acme)
    for (const path of [
      id,
      `${id}?find=${encodeURIComponent(hostile)}`,
      `${id}/turns?page=1`,
      `${id}/edit`,
      `${id}/clip`,
    ]) {
      const whole = await page(path)
      // Around it stands our own frame.
      const text = (/<main[\s\S]*<\/main>/.exec(whole) ?? [whole])[0]
      expect(/<img|<script|<b>|onerror=alert\(1\)>/.exec(text)).toBe(null)
      expect(text).toContain('&lt;img src=x')
    }
  })
})

describe('does', () => {
  it('answer a question with quotes that lead to their moments, without a script', async () => {
    const answered = await bob.submit(`/conversations/${talk}/ask`, await bob.get(`/conversations/${talk}`), {
      prompt: 'How many scanners does the warehouse in Rotterdam need?',
    })
    expect(answered.status).toBe(200)
    expect(answered.text).toMatch(/answer-passages[\s\S]*\?t=20"[\s\S]*sixty scanners/)
    expect(answered.text).toContain('How many scanners does the warehouse in Rotterdam need?</textarea>')
    const refused = await bob.submit(`/conversations/${talk}/ask`, await bob.get(`/conversations/${talk}`), {
      prompt: ' ',
    })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('role="alert"')
  })

  it('tell the answer as it comes to who listens', async () => {
    const form = await bob.get(`/conversations/${talk}`)
    const path = `/conversations/${talk}/ask`
    const fields = Object.fromEntries(
      [...form.text.matchAll(/<input type="hidden" name="(form)" value="([^"]*)">/g)].map(
        ([, name = '', value = '']) => [name, value],
      ),
    )
    const told = await bob.post(
      `${path}-stream`,
      { ...fields, prompt: 'Who sends the offer?' },
      { accept: 'text/event-stream' },
    )
    expect(told.headers['content-type']).toContain('text/event-stream')
    expect(told.text).toMatch(/event: citation\ndata: .*"segment":8/)
    expect(told.text).toContain('event: done')
  })

  it('analyze again, and hand out files', async () => {
    const id = await importFor(world)
    await world.app.drain(world.acme)
    const again = await bob.submit(`/conversations/${id}/reanalyze`, await bob.get(`/conversations/${id}`))
    expect([again.status, again.location]).toEqual([303, `/conversations/${id}`])
    const file = await bob.get(`/conversations/${id}/export?format=vtt`)
    expect([file.status, file.headers['content-type']]).toEqual([200, 'text/vtt; charset=utf-8'])
    expect(file.text).toContain('Shall we begin?')
    expect((await bob.get(`/conversations/${id}/export?format=exe`)).status).toBe(400)
  })

  it('give the panels of the record to the script that puts them in', async () => {
    const text = await page(talk)
    expect(text).toMatch(
      /<section class="card" id="fields">[\s\S]*?<p data-place><a href="\/conversations\/[^"]*\/fields">/,
    )
    const piece = await page(`${talk}/panels?name=labels&name=crm`)
    expect([...piece.matchAll(/<section class="card" id="(\w+)"/g)].map(([, id]) => id)).toEqual(['labels', 'crm'])
  })
})

describe('who may', () => {
  it('is who sees the conversation: for others there is nothing, whatever they ask for', async () => {
    const mallory = await signedIn(world.app, world.rival, world.mallory.userId)
    const carol = await signedIn(world.app, world.acme, world.carol.userId)
    for (const browser of [mallory, carol]) {
      for (const path of [
        '',
        '/turns?page=1',
        '/state',
        '/player',
        '/panels',
        '/export?format=txt',
        '/edit',
        '/clip',
      ]) {
        const answer = await browser.get(`/conversations/${talk}${path}`)
        expect([path, answer.status]).toEqual([path, 404])
        expect(answer.text).not.toContain('scanners')
      }
    }
    const { body } = await call(world.app, world.org, 'GET', `/conversations/${talk}`)
    expect(body.attributes.processingStatus).toBe('analyzed')
  })
})

describe('bounds', () => {
  it('a line that is longer than any page only as far as a page goes', async () => {
    const id = await importFor(world, {
      transcript: { segments: [{ speaker: 'Bob', text: 'word '.repeat(45_000), start: 0, end: 9 }] },
    })
    const text = await page(id)
    expect(text).toContain('The rest of this line is in the export.')
    expect(text.length).toBeLessThan(300_000)
  })
})
