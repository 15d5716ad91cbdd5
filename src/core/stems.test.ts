import { stemmer } from 'stemmer'
import { describe, expect, it } from 'vitest'
import { stemWord } from './stems.ts'

describe('stems', () => {
  it.each([
    'key keys',
    'day days',
    'way ways',
    'pay pays paying',
    'buy buys buying',
    'use used uses using',
    'add adds added adding',
    'try tries tried trying',
    'fly flies flying',
    'dry dries dried drying',
    'owe owes owed owing',
    'ad ads',
    'api apis',
    'price prices priced pricing',
    'customer customers',
    'organize organise organised organization organisations',
    'import imports imported importing',
    'freeze froze frozen freezing freezes',
    'send sent sending',
    'write wrote written writing',
    'buy bought',
    'pay paid',
    'lose lost losing',
    'choose chose chosen choosing',
    'understand understood',
  ])('join the forms of a word: %s', (words) => {
    expect(new Set(words.split(' ').map(stemWord)).size).toBe(1)
  })

  it.each([
    'import important',
    'customer custom customs',
    'professor professional',
    'new news',
    'university universal',
    'general generate generous',
    'internal international intern',
    'community communication',
    'account accountant accounting accountable',
    'market marketing',
    'organic organization',
    'past paste',
    'object objection objective',
    'direct direction',
    'manage manager',
    'operation operator',
    'position positive',
    'product production productive',
    'interest interesting',
    'inform informal',
    'experience experiment',
    'even evening event',
    'final finally',
    'person personal personality',
    'ad add',
    'use us',
    'leave left',
    'see saw',
    'rise rose',
    'lose loss',
    'bite bit',
  ])('separate words that mean different things: %s', (words) => {
    const all = words.split(' ')
    expect(new Set(all.map(stemWord)).size).toBe(all.length)
  })

  it('are otherwise those of Porter, and keep acronyms and other scripts as they are', () => {
    for (const word of 'meeting contracts negotiated pricing delivery subscription'.split(' ')) {
      expect(stemWord(word)).toBe(stemmer(word))
    }
    for (const word of ['sms', 'gps', 'aws', 'crm', 'straße', 'devnet5', '四半']) expect(stemWord(word)).toBe(word)
  })
})
