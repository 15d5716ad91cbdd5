import { describe, expect, it } from 'vitest'
import { markedIds, parseMentions, renderMentions } from './mentions.ts'

const id = (n: number) => `00000000-0000-7000-8000-00000000000${n}`
const person = (n: number, name: string, canSee = true) => ({
  ...{ id: id(n), name, email: `${name.split(' ')[0]?.toLowerCase()}${n}@acme.example`, canSee },
})
const lena = person(1, 'Lena Sorokin')
const len = person(2, 'Len')
const carol = person(3, 'Carol Clark', false)
const others = [person(4, 'Ann Archer'), person(5, 'Ann Archer')]
const parse = (text: string, mentioned: string[] = []) =>
  parseMentions(text, [lena, len, carol, ...others], new Set(mentioned))

describe('parses', () => {
  it.each([
    ['a full name', 'Hi @Lena Sorokin!', `Hi <@${lena.id}>!`],
    ['ignoring case', '@lena sorokin', `<@${lena.id}>`],
    ['an address', '(@lena1@acme.example)', `(<@${lena.id}>)`],
    ['an ID', `<@${lena.id.toUpperCase()}> hi`, `<@${lena.id}> hi`],
    ['the longer of two names', '@Len, @Lena Sorokin', `<@${len.id}>, <@${lena.id}>`],
  ])('%s', (_, text, body) => {
    expect(parse(text)).toMatchObject({ body, withoutAccess: [], ambiguous: [], unknownIds: [] })
  })

  it.each(['lena@Lena Sorokin', '@Lenas', '@Lena', 'a @ b', '@', '<@nobody>'])('nobody in %s', (text) => {
    expect(parse(text)).toMatchObject({ body: text, userIds: [] })
  })

  it('each user once', () => {
    expect(parse('@Len @Len').userIds).toEqual([len.id])
  })
})

describe('reports', () => {
  it('users without access, unless they were mentioned before', () => {
    expect(parse('@Carol Clark').withoutAccess).toEqual([carol])
    expect(parse('@Carol Clark', [carol.id])).toMatchObject({ withoutAccess: [], userIds: [carol.id] })
  })

  it('names of several users, unless one of them was mentioned before', () => {
    expect(parse('@Ann Archer').ambiguous).toEqual(['Ann Archer'])
    expect(parse('@Ann Archer', [id(5)])).toMatchObject({ ambiguous: [], userIds: [id(5)] })
  })

  it('unknown IDs, unless they were mentioned before', () => {
    expect(parse(`<@${id(9)}>`).unknownIds).toEqual([id(9)])
    expect(parse(`<@${id(9)}>`, [id(9)])).toMatchObject({ unknownIds: [], userIds: [id(9)] })
  })
})

it('shows names as they are now, with their places in code points', () => {
  expect(renderMentions(`🎉 <@${lena.id}> and <@${id(9)}>`, new Map([[lena.id, 'Lena Orlova']]))).toEqual({
    text: '🎉 @Lena Orlova and @a deleted user',
    mentions: [
      { userId: lena.id, start: 2, end: 14 },
      { userId: id(9), start: 19, end: 34 },
    ],
  })
  expect(markedIds(`<@${lena.id}> <@${lena.id}> @Len`)).toEqual([lena.id])
})
