import { expect, it } from 'vitest'
import type { Tool } from './tool.ts'
import { addLinks } from './tool-links.ts'

const APP = 'https://parley.example'
const tool = (more: Partial<Tool> = {}) => ({ hints: undefined, page: undefined, ...more }) as Tool
const link = (data: unknown, args = {}, more: Partial<Tool> = {}) => addLinks(tool(more), data, args, APP)

it('leads from a call to its page, and from a quote to its time', () => {
  expect(
    link({
      calls: [
        {
          call_id: 'c',
          moments: [
            { quote: 'Yes.', start: 65.28 },
            { quote: 'No.', start: null },
          ],
        },
      ],
    }),
  ).toEqual({
    calls: [
      {
        ...{ call_id: 'c', url: `${APP}/conversations/c` },
        moments: [
          { quote: 'Yes.', start: 65.28, url: `${APP}/conversations/c#t=65.2` },
          { quote: 'No.', start: null },
        ],
      },
    ],
  })
})

it('leads to the line of a transcript without times', () => {
  const citation = { call_id: 'c', quote: 'Yes.', segment: 4, start: null }
  expect(link({ citations: [citation] })).toEqual({ citations: [{ ...citation, url: `${APP}/conversations/c#s4` }] })
})

it('leads from a citation to the call or the document', () => {
  expect(
    link({
      citations: [
        { call_id: 'c', quote: 'Yes.', start: 0 },
        { call_id: null, source_id: 's', quote: 'No.' },
      ],
    }),
  ).toEqual({
    citations: [
      { call_id: 'c', quote: 'Yes.', start: 0, url: `${APP}/conversations/c#t=0` },
      { call_id: null, source_id: 's', quote: 'No.', url: `${APP}/knowledge/s` },
    ],
  })
})

it('knows the call of the arguments, but links only quotes in it', () => {
  expect(
    link({ threads: [{ quote: 'Yes.', start: 3 }], segments: [{ text: 'Yes.', start: 3 }] }, { call_id: 'c' }),
  ).toEqual({
    threads: [{ quote: 'Yes.', start: 3, url: `${APP}/conversations/c#t=3` }],
    segments: [{ text: 'Yes.', start: 3 }],
  })
})

it('keeps the share link of a clip', () => {
  const clip = { id: 'x', call_id: 'c', start: 4, url: `${APP}/s/abc` }
  expect(link({ snippets: [clip] })).toEqual({ snippets: [{ ...clip, call_url: `${APP}/conversations/c#t=4` }] })
})

it('links the records that a tool is about, and no others', () => {
  const page = { path: '/scorecards', field: 'scorecard' } as const
  expect(link({ scorecard: { id: 'a' }, items: [{ id: 'b' }] }, {}, { page })).toEqual({
    scorecard: { id: 'a', url: `${APP}/scorecards/a` },
    items: [{ id: 'b' }],
  })
  expect(link({ id: 'a' }, {}, { page: { path: '/labels' } })).toEqual({ id: 'a', url: `${APP}/labels/a` })
})

it('links nothing that was just deleted', () => {
  const hints = { effect: 'removes', idempotent: true, openWorld: false } as const
  expect(link({ source_id: 's', deleted: true }, {}, { hints })).toEqual({ source_id: 's', deleted: true })
})
