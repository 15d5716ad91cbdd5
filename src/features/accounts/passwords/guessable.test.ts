import { describe, expect, it } from 'vitest'
import { isGuessable } from './guessable.ts'

describe('a password that is guessed soon', () => {
  it.each([
    'password1234',
    'P@ssw0rd2024!',
    'passwordpassword',
    'Welcome12345',
    'qwertyuiop12',
    'QWERTZuiop123',
    '1q2w3e4r5t6y',
    '123456789012',
    '098765432109',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'abcdefghijkl',
    'iloveyou1234',
    'letmeinletmein',
    'adminadmin123',
    'Summer2026!!!',
    'correcthorsebatterystaple',
    'trustno1trustno1',
    '111222333444',
    'PARLEY2026parley',
    '!@#$%^&*()12',
    '            ',
  ])('%s', (password) => {
    expect(isGuessable(password)).toBe(true)
  })

  it('is made of what everybody knows of its person', () => {
    const about = ['Acme Industries', 'zsofia.kovacs@acme.example', 'Zsófia', 'Kovács']
    for (const password of ['AcmeIndustries1', 'zsofia.kovacs1', 'KovácsZsófia26', 'acmeacmeacme']) {
      expect(isGuessable(password, about)).toBe(true)
      expect(isGuessable(`${password} walnut`, about)).toBe(false)
    }
  })
})

describe('a password that is not', () => {
  it.each([
    'walnut carpet orbit nine',
    'tx8fQ2mLp0sd',
    'meinhundbellt nachts nie',
    'Zug um Zug ins Blaue',
    '私の猫は毎朝とても早く起きる',
    '🦊🐌🪵🎻🧦🪁🫖🧊🌵🎯🛶🪐',
  ])('%s', (password) => {
    expect(isGuessable(password)).toBe(false)
  })
})
