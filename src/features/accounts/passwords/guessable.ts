/**
 * Estimates whether a password is among the first that an attacker would try. The password is split into parts: a
 * common word, a run of the keyboard or alphabet, a repeated character, a year, or a word related to the user. Any
 * other character is a part of its own. Passwords with few parts are easy to guess, no matter how long they are. There
 * are no composition rules (NIST SP 800-63B-4, section 3.1.1.2).
 */

import { MONTHS, WEEKDAYS } from '../../../core/calendar-words.ts'

const DAYS_AND_MONTHS = [...MONTHS, ...WEEKDAYS].filter((name) => name.length > 3).join(' ')

/** Most frequent words in lists of leaked passwords, limited to words that are also parts of long passwords. */
const COMMON =
  `password passwort passw0rd kennwort motdepasse contrasena wachtwoord senha parola welcome willkommen letmein
changeme changeit default secret admin administrator root user guest login master access server system temp test testing
demo sample example hello iloveyou loveyou love mylove monkey dragon shadow sunshine princess football baseball soccer
basketball hockey superman batman spiderman pokemon starwars michael michelle jordan jennifer jessica ashley nicole daniel
charlie thomas robert william joshua matthew anthony andrew hunter ranger killer pepper ginger cookie cheese chocolate
summer winter spring autumn ${DAYS_AND_MONTHS} freedom whatever trustno nothing internet computer google facebook
microsoft windows samsung apple iphone android linkedin youtube amazon netflix company office business sales manager
please open sesame abracadabra blink flower angel jesus christ lovely forever family mother father friend friends
correct horse battery staple correcthorsebatterystaple qwerty qwertz azerty asdf zxcv letmein zaq xsw cde vfr bgt
parley`
    .split(/\s+/)
    .filter((word) => word.length > 2)

const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'qsdfghjklm',
  'zxcvbnm',
  'yxcvbnm',
  'wxcvbn',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
  '!@#$%^&*()',
]
const RUNS = [...ROWS, ...ROWS.map((row) => [...row].reverse().join(''))]

const LEET: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i', '+': 't' },
}

/**
 * Minimum number of parts. Fewer are rejected: combinations of four words from a list like the one above are quick to
 * try.
 */
const PIECES_MIN = 5
const RUN_MIN = 3

/** @param about words that people who know the user would try: names, email address, organization */
export function isGuessable(password: string, about: readonly string[] = []): boolean {
  const plain = password.toLowerCase()
  const folded = [...plain].map((character) => LEET[character] ?? character).join('')
  const words = [...COMMON, ...about.flatMap(splitGuessableWords)].toSorted((a, b) => b.length - a.length)
  let pieces = 0
  for (let at = 0; at < plain.length && pieces < PIECES_MIN; pieces += 1) {
    at += Math.max(
      wordAt(words, plain, at),
      folded.length === plain.length ? wordAt(words, folded, at) : 0,
      runAt(plain, at),
      repeatAt(plain, at),
      /^(?:19|20)\d\d/.test(plain.slice(at, at + 4)) ? 4 : 1,
    )
  }
  return pieces < PIECES_MIN
}

const splitGuessableWords = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKC')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= RUN_MIN)

const wordAt = (words: readonly string[], text: string, at: number): number =>
  words.find((word) => text.startsWith(word, at))?.length ?? 0

/** Length of the keyboard or alphabet run that starts at this position. */
function runAt(text: string, at: number): number {
  let longest = 0
  for (const row of RUNS) {
    for (let from = row.indexOf(text[at] ?? ''); from !== -1; from = row.indexOf(text[at] ?? '', from + 1)) {
      let length = 1
      while (from + length < row.length && row[from + length] === text[at + length]) length += 1
      longest = Math.max(longest, length)
    }
  }
  return longest >= RUN_MIN ? longest : 0
}

/** Length of the repetition of one to four characters that starts at this position. */
function repeatAt(text: string, at: number): number {
  let longest = 0
  for (let size = 1; size <= 4; size++) {
    const unit = text.slice(at, at + size)
    let length = size
    while (unit.length === size && text.startsWith(unit, at + length)) length += size
    if (length >= Math.max(RUN_MIN, 2 * size)) longest = Math.max(longest, length)
  }
  return longest
}
