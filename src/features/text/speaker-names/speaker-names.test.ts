import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isUnnamedSpeaker, matchName, suggestSpeakerNames } from './index.ts'

const talk = (...lines: readonly (readonly [speaker: string, text: string])[]) =>
  lines.map(([speaker, text]) => ({ speaker, text }))
const named = (lines: ReturnType<typeof talk>, people: readonly string[] = []) =>
  Object.fromEntries(suggestSpeakerNames(lines, people).map(({ speaker, name }) => [speaker, name]))

const CALL = talk(
  ['Speaker 1', 'Good morning everyone, this is Priya Raman from Brennwick.'],
  ['Speaker 2', 'Morning, Priya. Thanks for the invitation.'],
  ['Speaker 1', 'Elaine, do you want to start with the warehouse?'],
  ['Speaker 2', 'Sure. We have sixty scanners, and half of them are older than five years.'],
  ['Speaker 1', "That's helpful. Thank you, Elaine. Over to our engineer, Tom Birkett."],
  ['Speaker 3', 'Thanks, Priya. I looked at the interface that you sent last week.'],
  ['Speaker 2', 'What does it cost to connect it, Tom?'],
  ['Speaker 3', 'Two days of work for us, and nothing for you.'],
)

describe('suggests', () => {
  it('names from introductions, handovers, thanks and addresses, each with the lines that say it', () => {
    const found = suggestSpeakerNames(CALL, [])
    expect(Object.fromEntries(found.map(({ speaker, name }) => [speaker, name]))).toEqual({
      'Speaker 1': 'Priya Raman',
      'Speaker 2': 'Elaine',
      'Speaker 3': 'Tom Birkett',
    })
    expect(found.find(({ speaker }) => speaker === 'Speaker 1')?.evidence[0]).toEqual({
      ...{ segment: 0, kind: 'introduction', said: 'Priya Raman' },
    })
    expect(found.filter(({ isKnown, confidence }) => isKnown || confidence < 0.88)).toEqual([])
    expect(found.length).toBe(3)
  })

  it('the whole name of a participant for the spoken first name, also if it was misheard', () => {
    const people = ['Priya Raman', 'Elaine Prokop', 'Thomas Birkett', 'Jonas Weber']
    expect(named(CALL, people)).toEqual({
      'Speaker 1': 'Priya Raman',
      'Speaker 2': 'Elaine Prokop',
      'Speaker 3': 'Thomas Birkett',
    })
    const misheard = CALL.map(({ speaker, text }) => ({ speaker, text: text.replaceAll('Elaine', 'Elayne') }))
    expect(named(misheard, people)['Speaker 2']).toBe('Elaine Prokop')
  })

  it('a participant who is only mentioned and then speaks, twice', () => {
    const lines = talk(
      ['Speaker 1', 'I would like to hear from the people who run it, maybe Jonas can say something.'],
      ['Speaker 2', 'We restart it every night, and nobody knows why.'],
      ['Speaker 1', 'And the backups? I think that was Jonas as well?'],
      ['Speaker 2', 'They are on the same machine, unfortunately.'],
    )
    expect(named(lines, ['Jonas Weber', 'Mia Lang'])).toEqual({ 'Speaker 2': 'Jonas Weber' })
    expect(named(lines)).toEqual({})
  })

  it('each name once, and no name that a named speaker has', () => {
    const lines = talk(
      ['Speaker 1', 'My name is Dana Whitfield.'],
      ['Speaker 2', 'My name is Dana Whitfield.'],
      ['Speaker 3', 'My name is Omar Haddad.'],
      ['Omar Haddad', 'And I am the other one.'],
    )
    expect(named(lines)).toEqual({})
  })

  it('nothing from thanks alone, from common words, weekdays and companies', () => {
    const lines = talk(
      ['Speaker 1', 'Thanks, Everyone. This is Monday, and over to Energy Partners.'],
      ['Speaker 2', 'Thank you, Nora.'],
      ['Speaker 1', 'Right, Will we do that? Maybe we will, and will you?'],
      ['Speaker 2', 'Okay.'],
    )
    expect(named(lines)).toEqual({})
  })

  it('nobody as the one whom they speak to', () => {
    const lines = talk(
      ['Speaker 1', 'Nora, could you share your screen? Thanks, Nora.'],
      ['Speaker 2', 'Yes, here it is. Can you see it, Ben?'],
      ['Speaker 1', 'I can. So Nora, what do you see in the third row?'],
      ['Speaker 2', 'An error, Ben.'],
    )
    expect(named(lines, ['Nora Quist', 'Ben Ode'])).toEqual({ 'Speaker 1': 'Ben Ode', 'Speaker 2': 'Nora Quist' })
  })
})

describe('a cue', () => {
  const ASKED: readonly [string, string] = ['Speaker 1', 'What does it cost to connect it, Jonas?']

  it('counts less for a speaker who says the name too', () => {
    const people = ['Jonas Weber', 'Mia Lang']
    const reply = 'Two days of work, and nothing for the licenses.'
    expect(named(talk(ASKED, ['Speaker 2', reply]), people)).toEqual({ 'Speaker 2': 'Jonas Weber' })
    const own = `${reply} I would like to ask Jonas about it. If Jonas says no, we ask Jonas again, or whoever Jonas sends.`
    expect(named(talk(ASKED, ['Speaker 2', own]), people)).toEqual({})
  })

  it('is for the next speaker who says more than a listening sound', () => {
    const lines = talk(ASKED, ['Speaker 3', 'Yeah.'], ['Speaker 2', 'Two days of work, and nothing for the licenses.'])
    expect(named(lines, ['Jonas Weber', 'Mia Lang', 'Cem Oz'])).toEqual({ 'Speaker 2': 'Jonas Weber' })
  })

  it('counts less for a name that is not on a complete list', () => {
    const lines = talk(
      ['Speaker 1', 'Good morning, my name is Priya Raman, and I work at Brennwick.'],
      ['Speaker 2', 'Good morning, we have sixty scanners.'],
    )
    expect(named(lines, [])).toEqual({ 'Speaker 1': 'Priya Raman' })
    expect(named(lines, ['Jonas Weber', 'Mia Lang'])).toEqual({})
  })

  it('needs a name', () => {
    const lines = talk(
      ['Speaker 1', 'Good morning, my name is Important, and I work at Brennwick.'],
      ['Speaker 2', 'It is important, and important things take time.'],
      ['Speaker 1', 'An important, very important day.'],
    )
    expect(named(lines)).toEqual({})
  })
})

describe('names', () => {
  it('match by words, short forms and sound', () => {
    expect(matchName('Raul', 'Raúl Kripalani')).toBe(1)
    expect(matchName('Dana Whitfield', 'Whitfield, Dana')).toBe(1)
    for (const [spoken, name] of [
      ['Pari', 'Parithosh Jayanthi'],
      ['Stephan', 'Stefan Ng'],
      ['Bill', 'William Kern'],
      ['Tom', 'Thomas Birkett'],
      ['Barnabus', 'Barnabas'],
    ] as const) {
      expect(matchName(spoken, name)).toBeGreaterThan(0)
      expect(matchName(spoken, name)).toBeLessThan(1)
    }
    for (const [spoken, name] of [
      ['Al', 'Alexander Kern'],
      ['Dana', 'Diego Kern'],
      ['', 'Dana'],
      ['Nora Kern', 'Nora Quist'],
    ] as const)
      expect(matchName(spoken, name), `${spoken} / ${name}`).toBe(0)
  })

  it('are invented by programs in many forms', () => {
    for (const name of [
      'Speaker 1',
      'SPEAKER_00',
      'spk_0',
      'Speaker A',
      'Unknown',
      'unknown speaker',
      'S1',
      'Guest-2',
      '3',
      'Channel 0',
    ])
      expect(isUnnamedSpeaker(name), name).toBe(true)
    for (const name of ['', 'Dana', 'Speaker of the House', 'Guesty', 'S', 'Agent', 'Sam', 'Ch. Dupont', 'Personnel'])
      expect(isUnnamedSpeaker(name), name).toBe(false)
  })
})

describe('any call', () => {
  const word = fc.constantFrom(
    'Thanks',
    'thank you,',
    'Dana',
    'Ben',
    'over to',
    'Omar,',
    'this is',
    'yes',
    'go ahead',
    '?',
    'van',
    'Élodie',
  )
  const line = fc.record({
    speaker: fc.constantFrom('Speaker 1', 'Speaker 2', 'Speaker 3', 'Dana Kern', ''),
    text: fc.array(word, { maxLength: 12 }).map((words) => words.join(' ')),
  })

  it('gets distinct names for unnamed speakers, with lines that exist', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), fc.boolean(), (lines, isListed) => {
        const people = isListed ? ['Dana Kern', 'Ben Ode', 'Omar Haddad'] : []
        const found = suggestSpeakerNames(lines, people)
        expect(new Set(found.map(({ name }) => name)).size).toBe(found.length)
        expect(new Set(found.map(({ speaker }) => speaker)).size).toBe(found.length)
        for (const { speaker, name, evidence } of found) {
          expect(isUnnamedSpeaker(speaker)).toBe(true)
          expect(lines.some((one) => matchName(name, one.speaker) > 0)).toBe(false)
          expect(evidence.length).toBeGreaterThan(0)
          for (const { segment, said } of evidence) expect(lines[segment]?.text).toContain(said.split(' ')[0])
        }
      }),
    )
  })
})
