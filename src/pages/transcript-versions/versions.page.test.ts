import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let bob: Browser
beforeAll(async () => {
  world = await createWorld()
  bob = await signedIn(world.app, world.acme, world.bob.userId)
})

const patch = (id: string, body: unknown) =>
  call(world.app, world.alice, 'PATCH', `/conversations/${id}/transcript`, { body })
/** A call with three versions: imported, with a renamed speaker, and with a corrected line. */
async function talk(count = 5): Promise<string> {
  const segments = Array.from({ length: count }, (_, at) => ({
    ...{ speaker: at % 2 === 0 ? 'Speaker 1' : 'Bob', text: `Line ${at} <of> mail${at}@secret.example.` },
    ...{ start: at * 2, end: at * 2 + 1 },
  }))
  const id = await importFor(world, { transcript: { segments } })
  await patch(id, { speakers: [{ from: 'Speaker 1', to: 'Bob' }] })
  await patch(id, { transcriptVersion: 2, segments: [{ segment: 1, text: 'Line one & two.' }] })
  return id
}
const restorePathOf = (id: string, version: number) => `/conversations/${id}/versions/${version}/restore`

describe('the list', () => {
  it('states who stored each version and what changed, with what can be done', async () => {
    const id = await talk()
    const { status, text } = await bob.get(`/conversations/${id}/versions`)
    expect(status).toBe(200)
    expect(text).toContain('Version 3: edited')
    expect(text).toContain('Words changed in 1 line')
    expect(text).toContain('Speaker 1 renamed to Bob in 3 lines')
    expect(text).toContain('Version 1: imported (segments)')
    expect(text).toContain(`href="${restorePathOf(id, 1)}"`)
    expect(text).not.toContain(`href="${restorePathOf(id, 3)}"`)
    expect(text).toContain(`href="/conversations/${id}/versions/1/compare"`)
  })

  it('is reached from the call, its settings and the editor', async () => {
    const id = await talk()
    for (const page of ['', '/settings', '/edit']) {
      expect((await bob.get(`/conversations/${id}${page}`)).text).toContain(`href="/conversations/${id}/versions"`)
    }
  })

  it('is empty without a transcript', async () => {
    const id = await importFor(world, { transcript: undefined, mediaURL: 'https://media.example/a.mp3' })
    expect((await bob.get(`/conversations/${id}/versions`)).text).toContain('No transcript yet')
  })

  it('offers no restoration of a version whose words were removed', async () => {
    const id = await talk()
    await pause(5)
    await call(world.app, world.org, 'POST', `/conversations/${id}/redact`)
    const { text } = await bob.get(`/conversations/${id}/versions`)
    expect(text).toContain('Words were removed from this version by redaction or erasure')
    expect(text).not.toContain(`href="${restorePathOf(id, 1)}"`)
    const page = await bob.get(restorePathOf(id, 1))
    expect(page.text).toContain('Words were removed')
    expect(page.text).not.toContain('name="current"')
  })
})

describe('one version', () => {
  it('shows its lines with a banner, page by page, and no way to edit it', async () => {
    const id = await talk(130)
    const { text } = await bob.get(`/conversations/${id}/versions/1`)
    expect(text).toContain('Earlier version, read-only.')
    expect(text).toContain('Line 2 &lt;of&gt; mail2@secret.example.')
    expect(text).toContain('Page 1 of 2')
    expect(text).not.toContain('<textarea')
    expect((await bob.get(`/conversations/${id}/versions/1?page=2`)).text).toContain('Line 129 ')
    expect((await bob.get(`/conversations/${id}/versions/3`)).text).toContain('Current version, read-only')
  })

  it.each(['0', '4', 'x', '1e1'])('%s is not found if there is none', async (version) => {
    const id = await talk()
    for (const page of ['', '/compare', '/restore']) {
      expect((await bob.get(`/conversations/${id}/versions/${version}${page}`)).status).toBe(404)
    }
  })
})

describe('a comparison', () => {
  it('marks changed words and speakers, and counts unchanged lines', async () => {
    const id = await talk()
    const { text } = await bob.get(`/conversations/${id}/versions/1/compare`)
    expect(text).toContain('<del><bdi>Speaker 1</bdi></del> <ins><bdi>Bob</bdi></ins>')
    expect(text).toContain('<ins>one &amp; two</ins>')
    expect(text).toContain('Speaker 1 renamed to Bob in 3 lines')
    const changes = await bob.get(`/conversations/${id}/versions/3/compare`)
    expect(changes.text).toContain('Changes in version 3')
    expect(changes.text).toContain('1 unchanged line<')
    expect(changes.text).toContain('3 unchanged lines')
    expect((await bob.get(`/conversations/${id}/versions/2/compare?with=before`)).text).toContain(
      'Changes in version 2',
    )
  })

  it('has a limited number of differences per page', async () => {
    const id = await talk(120)
    const { text } = await bob.get(`/conversations/${id}/versions/1/compare`)
    expect(text.match(/class="version-change"/g)?.length).toBe(40)
    expect(text).toContain('Page 1 of 2')
  })
})

describe('a restoration', () => {
  it('asks first, names what changes, and adds a version', async () => {
    const id = await talk()
    const page = await bob.get(restorePathOf(id, 1))
    expect(page.text).toContain('Bob renamed to Speaker 1 in 3 lines')
    expect(page.text).toContain('The lines of version 1 become version 4.')
    const done = await bob.submit(`${restorePathOf(id, 1)}/confirm`, page)
    expect([done.status, done.location]).toEqual([303, `/conversations/${id}/versions`])
    const { text } = await bob.get(`/conversations/${id}/versions`)
    expect(text).toContain('Version 1 restored as version 4.')
    expect(text).toContain('Version 4: version 1 restored')
  })

  it('is refused with the new state if the transcript changed since', async () => {
    const id = await talk()
    const page = await bob.get(restorePathOf(id, 1))
    await patch(id, { transcriptVersion: 3, segments: [{ segment: 0, text: 'Theirs.' }] })
    const refused = await bob.submit(`${restorePathOf(id, 1)}/confirm`, page)
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('version 4 is the current one')
    expect(refused.text).toContain('name="current" value="4"')
  })
})

describe('who may', () => {
  it('is who sees the call', async () => {
    const carol = await signedIn(world.app, world.acme, world.carol.userId)
    const id = await talk()
    for (const page of ['', '/1', '/1/compare', '/1/restore']) {
      expect((await carol.get(`/conversations/${id}/versions${page}`)).status).toBe(404)
    }
  })
})
