import { describe, expect, it } from 'vitest'
import { findPromise, matchTasks } from './match.ts'

const promise = (quote: string, text = quote) => ({ text, spans: [{ quote }] })
const task = (id: string, quote: string | null, text = '') => ({ id, quote, text })

const offer = promise("I'll send you the offer for nineteen vans by Wednesday.")
const contract = promise("I'll have the contract changed, with four hours of support.")

describe('matches', () => {
  it('by the words of the topic, not by the place', () => {
    const corrected = task('a', "I will send the offer, for the nineteen vans, you'll have it by Wednesday noon.")
    expect(matchTasks([offer, contract], [corrected])).toEqual(new Map([[offer, corrected]]))
  })

  it('a task without a quote by its text', () => {
    const own = task('a', null, 'Offer for the vans')
    expect(matchTasks([contract, offer], [own])).toEqual(new Map([[offer, own]]))
  })

  it('each task with one promise, the most similar first', () => {
    const similar = promise("I'll send you the offer for nineteen vans and twenty trucks by Wednesday.")
    const kept = task('a', similar.text)
    expect(matchTasks([offer, similar], [kept])).toEqual(new Map([[similar, kept]]))
    const both = [kept, task('b', offer.text)]
    expect(matchTasks([offer, similar], both).get(offer)?.id).toBe('b')
  })

  it('nothing with other words', () => {
    expect(matchTasks([offer], [task('a', contract.text)]).size).toBe(0)
    expect(findPromise([offer, contract], 'Paint the gate')).toBeUndefined()
    expect(findPromise([], offer.text)).toBeUndefined()
  })
})

it('finds the promise with most of the words', () => {
  expect(findPromise([offer, contract], 'Change the contract')).toBe(contract)
})
