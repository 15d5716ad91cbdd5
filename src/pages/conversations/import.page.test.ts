import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import JSZip from 'jszip'
import type { Page, Browser as RealBrowser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueSignInLink } from '../../features/accounts/sign-in/index.ts'
import type { Browser } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { createTestApp } from '../../testing/create-test-app.ts'
import { fileForm } from '../../testing/file-form.ts'
import { browserProgram, openRealBrowser } from '../../testing/real-browser.ts'
import { attributesOf, detailsOf, TONE } from '../../testing/recordings-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { wave } from '../../testing/sound.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { zipArchive } from '../../testing/zip-archive.ts'
import { parseParticipants } from '../components/participants.ts'

const PAGE = '/conversations/import'
const SEND = `${PAGE}/send`
/** Skipped where the machine has none, which CI does not allow. */
const withBrowser = it.skipIf(browserProgram === undefined)

let world: World
let alice: Browser
let bob: Browser
let real: RealBrowser | undefined
let folder: string
beforeAll(async () => {
  if (browserProgram !== undefined) real = await openRealBrowser()
  folder = await mkdtemp(join(tmpdir(), 'parley-import-'))
  world = await createWorld(await createTestApp({ listen: true }))
  alice = await signedIn(world.app, world.acme, world.alice.userId)
  bob = await signedIn(world.app, world.acme, world.bob.userId)
})
afterAll(async () => {
  await real?.close()
  await rm(folder, { recursive: true, force: true })
})

const paste = async (browser: Browser, fields: Record<string, string>) =>
  browser.submit(SEND, await browser.get(PAGE), fields)

/** As a browser sends a form with a file. */
async function send(browser: Browser, name: string, content: string | Buffer, fields: Record<string, string> = {}) {
  return browser.upload(SEND, await browser.get(PAGE), { name, content }, fields)
}
const idIn = (location: string | undefined) => location?.split('/').at(-1) ?? ''

describe('does', () => {
  it('take a text that is pasted, with all that is known of it', async () => {
    const { status, location } = await paste(alice, {
      ...{ transcript: 'Ann: Shall we begin?\r\nBob: Yes.', conversationTitle: 'Kick-off' },
      ...{ conversationStartedAt: '2026-03-01T10:30', userID: world.bob.userId ?? '', teamUUID: world.teams.sales },
      ...{
        participants: 'Ann Smith <ann@customer.example>\nbob@acme.example',
        private: 'true',
        opportunityID: 'crm-7',
      },
    })
    expect([status, location]).toEqual([303, expect.stringMatching(/^\/conversations\/[0-9a-f-]{36}$/)])
    expect(await attributesOf(world, idIn(location))).toMatchObject({
      ...{ title: 'Kick-off', private: true, teamUUID: world.teams.sales, user: { email: 'bob@acme.example' } },
      ...{ liveStreamStartedAt: '2026-03-01T10:30:00.000Z', externalOpportunity: { uuid: expect.any(String) } },
      participants: [{ name: 'Ann Smith', email: 'ann@customer.example' }],
    })
  })

  it('take a transcript or a recording as a file, by what it holds', async () => {
    const text = await send(bob, 'Kick-off.srt', '1\n00:00:01,000 --> 00:00:02,000\nBob: Hello\n')
    expect(text.status).toBe(303)
    expect(await attributesOf(world, idIn(text.location))).toMatchObject({
      title: 'Kick-off',
      transcript: 'Bob: Hello',
    })
    const sound = await send(bob, 'Call.wav', TONE)
    expect(await attributesOf(world, idIn(sound.location))).toMatchObject({
      title: 'Call',
      transcriptStatus: 'pending',
    })
  })

  it('offer an owner to admins alone', async () => {
    expect((await alice.get(PAGE)).text).toContain('name="userID"')
    expect((await bob.get(PAGE)).text).not.toContain('name="userID"')
  })

  it.each([
    ['Ann Smith <ann@customer.example>', [{ name: 'Ann Smith', email: 'ann@customer.example' }]],
    ['<ann@customer.example>\n\n  Ben ', [{ email: 'ann@customer.example' }, { name: 'Ben' }]],
    ['ann@customer.example', [{ email: 'ann@customer.example' }]],
    [' \n', []],
  ])('read who took part: %j', (text, people) => {
    expect(parseParticipants(text)).toEqual(people)
  })
})

describe('a file that a call has already', () => {
  const count = async () => (await call(world.app, world.org, 'GET', '/conversations/list')).body.meta.totalRecords
  const known = async (browser: Browser, name: string, content: string | Buffer) => {
    const answer = await send(browser, name, content)
    return { ...answer, id: /\/conversations\/([0-9a-f-]{36})">View call/.exec(answer.text)?.[1] }
  }

  it.each([
    ['a transcript', 'Again.txt', 'Bob: We meet again.\nAnn: We do.\n'],
    ['a recording', 'Again.wav', wave({ seconds: 0.73, rate: 8_000 })],
  ])('is linked, and imported again only if the user wishes: %s', async (_, name, content) => {
    const first = await send(bob, name, content, { conversationTitle: 'First' })
    const before = await count()
    const answer = await send(bob, name, content, { conversationTitle: 'Kept' })
    expect([answer.status, await count()]).toEqual([409, before])
    expect(answer.text).toMatch(/role="alert"><ul><li>Parley has a call with this file already\./)
    expect(answer.text).toContain(`<a href="/conversations/${idIn(first.location)}">View call</a>`)
    expect(answer.text).toContain('value="Kept"')
    expect(answer.text).toContain('name="again"')
    const again = await send(bob, name, content, { again: 'true' })
    expect([again.status, await count()]).toEqual([303, before + 1])
    expect(idIn(again.location)).not.toBe(idIn(first.location))
  })

  it('isn’t revealed to a user who cannot see the call', async () => {
    const content = 'Bob: Only our team.\nAnn: Yes.\n'
    const first = await send(bob, 'Hidden.txt', content)
    const carol = await signedIn(world.app, world.acme, world.carol.userId)
    const other = await send(carol, 'Hidden.txt', content)
    expect([other.status, idIn(other.location) === idIn(first.location)]).toEqual([303, false])
    // An admin sees both, and gets the link to the first one.
    expect(await known(alice, 'Hidden.txt', content)).toMatchObject({ status: 409, id: idIn(first.location) })
  })

  it('is imported from the same pasted text, which is no file', async () => {
    const transcript = 'Bob: This is pasted.\nAnn: Yes.\n'
    const answers = [await paste(bob, { transcript }), await paste(bob, { transcript })]
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
  })
})

describe('refuses', () => {
  it('what cannot be read, with its line, next to what was given', async () => {
    const answer = await send(bob, 'a.srt', '1\n00:00:05,000 --> nonsense\nBob: Hello\n', {
      conversationTitle: 'Kept <b>',
    })
    expect(answer.status).toBe(400)
    expect(answer.text).toMatch(/role="alert"><ul><li>Line 2: /)
    expect(answer.text).toContain('value="Kept &lt;b&gt;"')
    expect(answer.text).toMatch(/<details class="disclosure" open><summary>Title, date, participants and more/)
  })

  it.each([
    ['nothing', {}, 'Choose a transcript or a recording, or paste a transcript.'],
    ['a participant whose address is none', { transcript: 'Ann: Hi', participants: 'ann@' }, 'Use an email address'],
    ['a time that there is not', { transcript: 'Ann: Hi', conversationStartedAt: 'soon' }, 'ISO 8601'],
    ['an owner by who is no admin', { transcript: 'Ann: Hi', userID: '@@alice' }, 'Only admins can import'],
  ])('%s', async (_, fields, words) => {
    const given = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, value === '@@alice' ? (world.alice.userId ?? '') : value]),
    )
    const answer = await paste(bob, given)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.text).toContain(words)
  })

  it('a form that no page of ours sent, with a file too', async () => {
    const { body, headers } = fileForm('a.txt', 'Ann: Hi')
    const answer = await world.app.server.inject({
      ...{ method: 'POST', url: SEND, payload: body },
      headers: { ...headers, cookie: [...bob.cookies].map((pair) => pair.join('=')).join('; ') },
    })
    expect(answer.statusCode).toBe(403)
  })
})

/** Signs carol in, and opens the page in a real browser. */
async function openPage(): Promise<Page> {
  const page = await real?.newPage()
  if (page === undefined) throw new Error('There is no browser.')
  const store = world.app.store.of(world.acme)
  const link = await issueSignInLink(store, world.acme, world.app.clock, world.carol.userId ?? '')
  await page.goto(world.app.publicUrl() + link)
  await page.click('main button')
  await page.goto(world.app.publicUrl() + PAGE)
  return page
}

/** Writes files, and returns their paths. */
async function writeFiles(name: string, files: Record<string, string | Buffer>): Promise<string[]> {
  await mkdir(join(folder, name))
  return Promise.all(
    Object.entries(files).map(async ([file, content]) => {
      const path = join(folder, name, file)
      await writeFile(path, content)
      return path
    }),
  )
}

const idsIn = async (page: Page) => {
  const links = await page
    .locator('#sent a[data-imported]')
    .evaluateAll((all) => all.map((a) => a.getAttribute('href')))
  return links.map((link) => idIn(link ?? undefined))
}
const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Bob>Hello\n'

describe('groups of files', () => {
  const group = async (paths: string[]) => {
    const { text } = await bob.submit(`${PAGE}/pair`, await bob.get(PAGE), { path: paths })
    return [
      ...text.matchAll(
        /<li data-transcripts="([^"]*)" data-recording="([^"]*)" data-others="([^"]*)" data-users="([^"]*)">/g,
      ),
    ].map(([, ...parts]) => parts.join('|'))
  }

  it('have a recording and transcripts of the same name in the same folder', async () => {
    expect(await group(['a/call-1.mp3', 'a/call-1.vtt', 'b/call-1.vtt', 'a/.DS_Store', 'a/call-1.pdf'])).toEqual([
      '1|0|4|',
      '2|||',
    ])
    expect(await group(['Kickoff.txt', 'Kickoff_otter_ai.srt'])).toEqual(['1 0|||'])
  })

  it('have the names of an export of Slack', async () => {
    expect(await group(['x.zip/users.json', 'x.zip/channels.json', 'x.zip/general/2016-02-25.json'])).toEqual(['2|||0'])
  })
})

describe('transcripts of the same call', () => {
  it('are sorted by what they contain, whatever their form is, and unreadable ones are last', async () => {
    const plain = '{"segments":[{"text":"Shall we begin?"}]}'
    const named = 'Ann: Shall we begin?\nBob: Yes.\n'
    const compare = async (texts: readonly (readonly [string, string])[]) => {
      const fields = { path: texts.map(([path]) => path), text: texts.map(([, text]) => text) }
      const { text } = await bob.submit(`${PAGE}/compare`, await bob.get(PAGE), fields)
      return /data-order="([^"]*)"/.exec(text)?.[1]
    }
    const broken = ['a.json', '{"rows": []}'] as const
    const tables = [
      ['a.json', plain],
      ['a.vtt', VTT],
      ['a.txt', named],
    ] as const
    expect(await compare(tables)).toBe('2 1 0')
    expect(await compare([broken, ...tables])).toBe('3 2 1 0')
  })
})

describe('with a script', () => {
  withBrowser('preselects the transcript with most information, and names the ones that it leaves out', async () => {
    const page = await openPage()
    const files = await writeFiles('several', {
      'call-9.json': '{"segments":[{"text":"Shall we begin?"}]}',
      'call-9.txt': 'Ann: Shall we begin?\nBen: Yes, number nine.\n',
      'call-9.srt': '1\n00:00:01,000 --> 00:00:03,000\nShall we begin?\n',
    })
    await page.setInputFiles('main form input[type=file]', files)
    await page.waitForSelector('#sent li select')
    const chosen = () => page.locator('#sent li select option:checked').textContent()
    const left = async () => ((await page.locator('#sent li small').textContent()) ?? '').split(/[ ,:]+/).sort()
    expect([await chosen(), await left()]).toEqual(['call-9.txt', ['Left', 'call-9.json', 'call-9.srt', 'out']])
    await page.selectOption('#sent li select', { label: 'call-9.srt' })
    expect(await left()).toEqual(['Left', 'call-9.json', 'call-9.txt', 'out'])
    await page.selectOption('#sent li select', { label: 'call-9.txt' })
    await page.click('main form button:has-text("Import")')
    await page.waitForURL(/conversations\/[0-9a-f-]{36}$/)
    expect((await attributesOf(world, idIn(page.url()))).transcript).toContain('Ben: Yes, number nine.')
    await page.close()
  })

  withBrowser('imports a recording and a transcript of the same name as one call, after a preview', async () => {
    const page = await openPage()
    const files = await writeFiles('pairs', {
      'call-1.wav': TONE,
      'call-1.vtt': VTT,
      'call-2.vtt': VTT.replace('Hello', 'Hello again'),
      'call-2.pdf': 'x',
    })
    await page.setInputFiles('main form input[type=file]', files)
    await page.waitForSelector('#sent li:nth-child(2)')
    const preview = (await page.locator('#sent li').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
    expect(preview).toEqual([
      'call-1.vtt + call-1.wav One call with its recording',
      'call-2.vtt Left out: call-2.pdf One call',
    ])
    await page.click('main form button:has-text("Import")')
    await page.waitForSelector('#sent li:nth-child(2) span > a')
    const [first = '', second = ''] = await idsIn(page)
    expect(await attributesOf(world, first)).toMatchObject({ title: 'call-1', transcript: 'Bob: Hello' })
    expect((await detailsOf(world, first)).recording).toMatchObject({ status: 'kept', fileName: 'call-1.wav' })
    expect((await detailsOf(world, second)).recording).toBeNull()
    await page.close()
  })

  withBrowser('links the call that has a file already, and imports the file again on request', async () => {
    const page = await openPage()
    const files = await writeFiles('known', {
      'known-1.txt': 'Carol: Known words.\nBob: Yes.\n',
      'known-2.txt': 'Carol: Other words.\nBob: Yes.\n',
      'known-2.wav': wave({ seconds: 0.81, rate: 8_000 }),
    })
    const choose = async (names: readonly string[]) => {
      await page.goto(world.app.publicUrl() + PAGE)
      await page.setInputFiles('main form input[type=file]', [...names])
      await page.waitForSelector('#sent li')
      await page.click('main form button:has-text("Import")')
    }
    const [first = '', second = '', sound = ''] = files
    await choose([first])
    await page.waitForURL(/conversations\/[0-9a-f-]{36}$/)
    const id = idIn(page.url())
    await choose([first])
    await page.waitForSelector('#sent li a[data-known]')
    expect(await page.locator('#sent li a[data-known]').getAttribute('href')).toBe(`/conversations/${id}`)
    expect(await page.locator('#sent li').textContent()).toMatch(/already.*View call.*Import again/s)
    await page.click('#sent li button:has-text("Import again")')
    await page.waitForURL(/conversations\/[0-9a-f-]{36}$/)
    expect(idIn(page.url())).not.toBe(id)
    // The known call lacks the recording of the pair.
    await choose([second])
    await page.waitForURL(/conversations\/[0-9a-f-]{36}$/)
    const lacking = idIn(page.url())
    await choose([first, second, sound])
    await page.waitForSelector('#sent li:nth-child(2) a[data-known]')
    expect(await page.locator('#sent li a[href$="/attach#recording"]').getAttribute('href')).toContain(lacking)
    expect(await page.locator('#sent li:first-child a').count()).toBe(1)
    await page.click('#sent li:nth-child(2) button:has-text("Import again")')
    await page.waitForSelector('#sent li:nth-child(2) a[data-imported]')
    const [again = ''] = await idsIn(page)
    expect((await detailsOf(world, again)).recording).toMatchObject({ fileName: 'known-2.wav' })
    await page.close()
  })

  withBrowser('keeps the transcript of a damaged recording, and says how to add another one', async () => {
    const page = await openPage()
    await page.setInputFiles(
      'main form input[type=file]',
      await writeFiles('bad', { 'c.mp3': 'no sound', 'c.vtt': VTT.replace('Hello', 'Good morning') }),
    )
    await page.click('main form button:has-text("Import")')
    await page.waitForSelector('#sent li span > a')
    expect(await page.locator('#sent li').textContent()).toContain('imported without its recording')
    expect(await page.locator('#sent li a').getAttribute('href')).toMatch(/\/attach#recording$/)
    await page.close()
  })

  withBrowser('reads an export of Slack in a ZIP archive, and refuses a damaged one', async () => {
    const page = await openPage()
    const zip = new JSZip()
    zip.file('users.json', JSON.stringify([{ id: 'U1', profile: { real_name: 'Ann Lee' } }]))
    zip.file('channels.json', '[]')
    zip.file(
      'general/2016-02-25.json',
      JSON.stringify([{ type: 'message', user: 'U1', text: 'Hello', ts: '1456427378.000002' }]),
    )
    const whole = await zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' })
    const [good = '', bad = ''] = await writeFiles('slack', {
      'slack.zip': whole,
      'bad.zip': whole.subarray(0, whole.length - 40),
    })
    await page.setInputFiles('main form input[type=file]', bad)
    await page.waitForSelector('#sent .conversations-refused')
    expect(await page.locator('#sent li').textContent()).toContain('The archive is damaged')
    await page.setInputFiles('main form input[type=file]', good)
    await page.waitForSelector('#sent li bdi')
    expect(await page.locator('#sent li').textContent()).toContain('slack.zip/general/2016-02-25.json')
    await page.click('main form button:has-text("Import")')
    await page.waitForURL(/conversations\/[0-9a-f-]{36}$/)
    expect((await attributesOf(world, idIn(page.url()))).transcript).toBe('Ann Lee: Hello')
    await page.close()
  })

  withBrowser('reads an archive in ZIP64, as programs write it for a stream', async () => {
    const page = await openPage()
    const entries = [{ name: 'Large.txt', content: 'Ann: Hello sixty-four\nBob: Hello', zip64: true as const }]
    const [good = '', bad = ''] = await writeFiles('zip64', {
      'large.zip': zipArchive(entries, '', true),
      'short.zip': zipArchive([{ name: 'Large.txt', content: 'Ann: Hello', zip64: Buffer.alloc(16) }]),
    })
    await page.setInputFiles('main form input[type=file]', bad)
    await page.waitForSelector('#sent .conversations-refused')
    expect(await page.locator('#sent li').textContent()).toContain('The archive is damaged')
    await page.setInputFiles('main form input[type=file]', good)
    await page.waitForSelector('#sent li bdi')
    await page.click('main form button:has-text("Import")')
    await page.waitForURL(/conversations\/[0-9a-f-]{36}$/)
    expect((await attributesOf(world, idIn(page.url()))).transcript).toContain('Ann: Hello sixty-four')
    await page.close()
  })

  withBrowser(
    'imports the other files if one of several archives is damaged, and names the encoding of a text',
    async () => {
      const page = await openPage()
      const german =
        'Jörg: Guten Tag, wir möchten über das Angebot sprechen.\nBob: Schön, das ist für uns nicht zu früh.\n'
      await page.setInputFiles(
        'main form input[type=file]',
        await writeFiles('mixed', { 'bad.zip': 'PK\u0003\u0004', 'Angebot.txt': Buffer.from(german, 'latin1') }),
      )
      await page.waitForSelector('#sent li:nth-child(2)')
      await page.click('main form button:has-text("Import")')
      await page.waitForSelector('#sent li span > a')
      await page.waitForSelector('#sent li span.conversations-refused')
      const shown = (await page.locator('#sent li').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')).sort()
      expect(shown[0]).toMatch(/^Angebot\.txt Imported\. View call Plain text in Windows-1252: 2 segments, 2 speakers/)
      expect(shown[1]).toMatch(/^bad\.zip The archive is damaged/)
      await page.close()
    },
  )

  withBrowser('sends several files by themselves, and says what came of each', async () => {
    const files = await Promise.all(
      Object.entries({
        'First.txt': 'Ann: Hello\nBob: Hello',
        'Broken.srt': '1\n00:00:05,000 --> nonsense\nBob: Hello\n',
        'Two.jsonl': ['Fourth', 'Fifth']
          .map((title) => JSON.stringify({ title, segments: [{ speaker: 'Bob', text: 'Hello' }] }))
          .join('\n'),
        'Third.vtt': 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Bob>The third call\n',
      }).map(async ([name, content]) => {
        const path = join(folder, name)
        await writeFile(path, content)
        return path
      }),
    )
    const page = await openPage()
    await page.setInputFiles('input[type=file]', files)
    await page.click('main form button:has-text("Import")')
    await page.waitForSelector('#sent li:nth-child(5) span > a')
    const told = await page.locator('#sent li').allInnerTexts()
    expect(told.map((text) => text.replace(/\s+/g, ' '))).toEqual([
      expect.stringContaining('First.txt Imported. View call'),
      expect.stringMatching(/Broken.srt Line 2: /),
      expect.stringContaining('Two.jsonl, line 1 Imported. View call'),
      expect.stringContaining('Two.jsonl, line 2 Imported. View call'),
      expect.stringContaining('Third.vtt Imported. View call'),
    ])
    const { body } = await call(world.app, world.carol, 'GET', '/conversations/briefs')
    const titles = body.data.map(({ title }: { title: string }) => title)
    expect(titles).toEqual(expect.arrayContaining(['Fifth', 'First', 'Fourth', 'Third']))
    await page.close()
  })
})
