import { beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { commentFor } from '../../testing/comments-fixtures.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { TALK, talkFor } from '../../testing/library-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let bob: Browser
beforeAll(async () => {
  world = await createWorld()
  bob = await signedIn(world.app, world.acme, world.bob.userId)
})

const newTalk = () => talkFor(world, { teamUUID: world.teams.north })
const page = async (path: string, browser = bob) => (await browser.get(`/conversations/${path}`)).text
/** Labels of the comments on the timeline. */
const markers = (text: string) =>
  [...text.matchAll(/<a href="[^"]*" class="(talk-comment[^"]*)"[^>]*aria-label="([^"]*)"/g)].map(([, kind, label]) => [
    kind,
    label,
  ])
const MARK =
  /<a class="(conversation-comment[^"]*)"[^>]*data-segment="(\d+)"[\s\S]*?aria-hidden="true">(\w+)<\/span><span aria-hidden="true">(\d+)<\/span>[\s\S]*?<span class="unseen">([^<]*)</g
/** Marks of the turns, without those that a script inserts later. */
const marks = (text: string) =>
  [...text.replace(/<template[\s\S]*<\/template>/, '').matchAll(MARK)].map(
    ([, kind, segment, initials, count, label]) => ({ kind, segment, initials, count, label }),
  )

describe('comments in the transcript and on the timeline', () => {
  it('name the author, the first words and the number, and open the thread', async () => {
    const talk = await newTalk()
    const text = 'The <b>price</b> first is the wrong order,\nask what it costs them today to have no scanners.'
    const { uuid } = await commentFor(world, talk, { text, words: { firstSegment: 3 } }, world.mark)
    await commentFor(world, talk, { threadUUID: uuid, text: 'Agreed.' })
    await commentFor(world, talk, { text: 'About the whole call.' })
    const shown = await page(talk)
    const words = 'The &lt;b&gt;price&lt;/b&gt; first is the wrong order, ask what it…'
    expect(markers(shown)).toEqual([['talk-comment', `Comment by mark@acme.example: ${words}, 0:30`]])
    expect(marks(shown)).toEqual([
      {
        ...{ kind: 'conversation-comment', segment: '3', initials: 'M', count: '2' },
        label: '2 comments, first by mark@acme.example',
      },
    ])
    expect(shown).toMatch(/Then the price first\.<\/span>[\s\S]{0,20}<\/p><p class="conversation-comments">/)
    expect(shown).toMatch(/data-marks="talk-comment">[\s\S]{0,120}<bdi>Comments<\/bdi> <span[^>]*>1</)
    const [, path = ''] = /<a class="conversation-comment" href="\/conversations\/([^"]*)"/.exec(shown) ?? []
    const opened = await page(path.replaceAll('&amp;', '&'))
    expect(opened).toContain(`comments-open" id="comment-${uuid}"`)
  })

  it('never have private notes of others, and name one’s own', async () => {
    const talk = await newTalk()
    await commentFor(world, talk, { text: 'Mark alone.', private: true, words: { firstSegment: 1 } }, world.mark)
    await commentFor(world, talk, { text: 'Bob alone.', private: true, words: { firstSegment: 2 } })
    const shown = await page(talk)
    expect(shown).not.toContain('Mark alone.')
    expect(markers(shown)).toEqual([['talk-comment', 'Private note: Bob alone., 0:20']])
    expect(marks(shown).map(({ label }) => label)).toEqual(['1 comment, by bob@acme.example, private'])
  })

  it('are quieter when resolved, follow the first comment that is left, and go with the last one', async () => {
    const talk = await newTalk()
    const { uuid } = await commentFor(world, talk, { text: 'Question.', words: { firstSegment: 4 } })
    const reply = await commentFor(world, talk, { threadUUID: uuid, text: 'Answer.' }, world.mark)
    await call(world.app, world.bob, 'PUT', `/comments/${uuid}/resolution`, { body: { resolved: true } })
    await call(world.app, world.bob, 'DELETE', `/comments/${uuid}`)
    const shown = await page(talk)
    expect(markers(shown)).toEqual([
      ['talk-comment talk-comment-resolved', 'Resolved comment by mark@acme.example: Answer., 0:40'],
    ])
    expect(marks(shown)).toMatchObject([{ kind: 'conversation-comment conversation-resolved', count: '1' }])
    await call(world.app, world.mark, 'DELETE', `/comments/${reply.uuid}`)
    const after = await page(talk)
    expect([markers(after), marks(after)]).toEqual([[], []])
    expect(after).toContain('<template id="comment-marks"></template>')
  })

  it('are at the turn of their time, if a correction removed their words', async () => {
    const talk = await newTalk()
    await commentFor(world, talk, { text: 'Hm.', words: { firstSegment: 5 } })
    const segments = TALK.segments.map((one) => (one.start === 50 ? { ...one, text: 'Quite another thing.' } : one))
    await call(world.app, world.bob, 'PUT', `/conversations/${talk}/transcript`, { body: { transcript: { segments } } })
    const shown = await page(talk)
    expect(shown).toContain('Quite another thing.')
    expect(marks(shown)).toMatchObject([{ segment: '5', count: '1' }])
    expect(markers(shown)).toHaveLength(1)
  })

  it('are in the transcript without times too, and each turn has a tool to comment on its words', async () => {
    const untimed = await importFor(world, {
      transcript: { segments: TALK.segments.map(({ speaker, text }) => ({ speaker, text })) },
    })
    await commentFor(world, untimed, { text: 'Here.', words: { firstSegment: 1 } })
    const shown = await page(untimed)
    expect(shown).not.toContain('id="player"')
    expect(marks(shown)).toMatchObject([{ segment: '1', count: '1' }])
    const path = `/conversations/${untimed}/comments?words=1-2%401#comment-composer`
    expect(shown).toContain(`<a href="${path}" data-comment-words="1-2@1" title="Comment">`)
    const form = (await bob.get(path)).text
    expect(form).toContain('Please do. We have half an hour.</q>')
    expect(form).toContain('Comment on line 2</label>')
    expect(shown).toMatch(
      /<dl hidden data-keys><dt>Comment on the selection or the current turn<\/dt><dd><kbd>C<\/kbd>/,
    )
  })
})
