import { expect, it } from 'vitest'
import { normalizeCase, toWords } from './words.ts'

const window = { offset: 10, length: 5 }

it('joins tokens to words, each until the next one or its own end', () => {
  const tokens = ['▁PRI', 'CE', '▁OF', ' it', '.']
  const timestamps = [0.5, 0.7, 1, 4.6, 4.9]
  expect(toWords({ tokens, timestamps, durations: [] }, window)).toEqual([
    { text: 'PRICE', start: 10.5, end: 11 },
    { text: 'OF', start: 11, end: 11.3 },
    { text: 'it.', start: 14.6, end: 15 },
  ])
  expect(toWords({ tokens: ['▁a', '▁b'], timestamps: [1, 4], durations: [2, 0] }, window)[0]?.end).toBe(13)
})

it('returns no words if the model returns no times', () => {
  expect(toWords({ tokens: ['▁a'], timestamps: [], durations: [] }, window)).toEqual([])
})

it.each([
  ["WELL I THINK I'LL ASK", "Well I think I'll ask"],
  ['What does the CRM do?', 'What does the CRM do?'],
  ['42', '42'],
  ['OK', 'Ok'],
  ['A', 'A'],
  ['你好', '你好'],
])('writes %s as %s', (text, expected) => {
  expect(normalizeCase(text)).toBe(expected)
})
