import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { anyText } from '../../testing/any-text.ts'
import { expectNoSquare } from '../../testing/growth.ts'
import { answerSchema, createThinkingFilter, jsonIn, readAnswer, storable, withoutThinking } from './answers.ts'

const schema = z.object({ name: z.string(), turn: z.int() })

describe('the JSON of an answer', () => {
  const anObject = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4, noNullPrototype: true })
  const words = fc.string({ maxLength: 60 })

  it('is found among any words, with any braces in its strings', () => {
    fc.assert(
      fc.property(words, anObject, words, (before, value, after) => {
        const prose = before.replaceAll('{', '(')
        const text = `${prose}${JSON.stringify(value)}${after}`
        // Removes unsupported characters from strings; the schema checks keys.
        const kept = JSON.parse(JSON.stringify(value), (_key, one) => (typeof one === 'string' ? storable(one) : one))
        expect([...jsonIn(text)]).toContainEqual(kept)
      }),
    )
  })

  it.each([
    ['a code fence', '```json\n{"name":"Ann","turn":3}\n```'],
    ['a fence that says nothing of its language', 'So:\n```\n{"name":"Ann","turn":3}```'],
    ['a sentence with braces', 'I {really} think {"name":"Ann","turn":3} fits.'],
    ['an example before it', 'Not {"name":"…"} but {"name":"Ann","turn":3}'],
    ['a schema before it', '{"type":"object","properties":{}}\n{"name":"Ann","turn":3}'],
    ['a broken one before it', '{"name": Ann}\n{"name":"Ann","turn":3}'],
  ])('is read out of %s', async (_what, text) => {
    expect(await readAnswer(text, schema)).toEqual({ value: { name: 'Ann', turn: 3 } })
  })

  it('may hold braces and quotes in its words', async () => {
    const ann = { name: 'Ann "the }" Lee', turn: 3 }
    expect(await readAnswer(`So: ${JSON.stringify(ann)}, I think.`, schema)).toEqual({ value: ann })
  })

  it('is told by what is wrong with it', async () => {
    expect(await readAnswer('Ann, in the third turn.', schema)).toEqual({ detail: 'not_json', problems: [] })
    expect(await readAnswer('{"name":"Ann"} or [3]', schema)).toEqual({
      detail: 'not_schema',
      problems: [expect.stringMatching(/^\/turn: /)],
    })
  })

  it('is looked for in bounded time', () => {
    for (const unit of ['{', '{"a":', '```']) {
      expectNoSquare(1_000_000, (size) => expect([...jsonIn(unit.repeat(size / unit.length))]).toEqual([]))
    }
  })
})

describe('thinking', () => {
  it.each([
    ['Ann.', 'Ann.'],
    ['<think>Hm.</think>\n\nAnn.', 'Ann.'],
    ['\n<think>\nHm.\n</think>Ann.', 'Ann.'],
    ['Hm, <b>.\n</think>\nAnn.', 'Ann.'],
    ['<think>Hm, and no end', ''],
    ['I <think> so.', 'I <think> so.'],
  ])('is left out of %j', (text, left) => {
    expect(withoutThinking(text)).toBe(left)
  })

  it('is left out however the answer is cut in pieces, and no character is halved', () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 60 })
    const words = anyText({ maxLength: 60 }).filter((text) => !/<\/?think>/.test(text))
    const blank = fc.constantFrom('', '\n', ' \n\n')
    fc.assert(
      fc.property(fc.boolean(), blank, words, blank, words, cuts, (thinks, first, thought, second, answer, lengths) => {
        fc.pre(!'<think>'.startsWith(answer.trimStart().slice(0, 7)) || answer.trim() === '')
        const text = thinks ? `${first}<think>${thought}</think>${second}${answer}` : answer
        const pieces = createThinkingFilter()
        let told = ''
        let at = 0
        for (const length of [...lengths, text.length]) {
          const piece = pieces.push(text.slice(at, at + length))
          expect(piece.isWellFormed()).toBe(true)
          told += piece
          at += length
        }
        told += pieces.rest()
        expect(told).toBe(storable(thinks ? answer.trimStart() : answer))
      }),
    )
  })
})

describe('the schema that is sent', () => {
  it.each([
    [true, z.object({ a: z.string(), b: z.array(z.object({ c: z.int().nullable() })) })],
    [true, z.object({ a: z.enum(['x', 'y']), b: z.union([z.string(), z.number()]) })],
    [false, z.object({ a: z.string().optional() })],
    [false, z.object({ a: z.array(z.object({ b: z.string().optional() })) })],
    [false, z.object({ a: z.string().max(9) })],
    [false, z.object({ a: z.record(z.string(), z.string()) })],
    [false, z.array(z.string())],
  ])('says %s to being held to strictly', (strict, asked) => {
    expect(answerSchema(asked).strict).toBe(strict)
  })

  it('has no room for fields that nobody asked for, at any depth', () => {
    const { json } = answerSchema(z.object({ a: z.array(z.object({ b: z.string().optional() })) }))
    expect(json).toEqual({
      type: 'object',
      properties: {
        a: {
          type: 'array',
          items: { type: 'object', properties: { b: { type: 'string' } }, additionalProperties: false },
        },
      },
      required: ['a'],
      additionalProperties: false,
    })
  })
})
