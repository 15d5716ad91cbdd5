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

it('writes texts of a model with capitals only in lower case', () => {
  expect(normalizeCase(["WELL I THINK I'LL ASK", '42', '你好'])).toEqual(["Well I think I'll ask", '42', '你好'])
})

it('keeps the case of texts if one of them has lower case', () => {
  const texts = ['OK', 'CRM?', 'What does it do?']
  expect(normalizeCase(texts)).toEqual(texts)
})
