import { describe, expect, it } from 'vitest'
import { countRepeated, toRollingLines } from './forms/rolling.ts'

const count = (...cues: readonly string[]) =>
  countRepeated(cues.map((text) => ({ lines: toRollingLines(text), seconds: 2 })))

describe('words that captions repeat', () => {
  it('are those of the last line before, if most cues repeat it', () => {
    expect(count('we start now', 'we start now\nwith the red crates', 'with the red crates\nand the ramp')).toEqual([
      ...[0, 3, 4],
    ])
  })

  it('are none if only a few cues repeat a line', () => {
    expect(count('we start now', 'we start now\nwith crates', 'a ramp', 'nine gates', 'two depots', 'red')).toEqual([
      ...[0, 0, 0, 0, 0, 0],
    ])
  })

  it('are whole lines: a word in common is spoken again', () => {
    expect(count('we start now', 'now\nwe go', 'go\nnow', 'now\ngo')).toEqual([0, 0, 0, 0])
  })

  it('include a line that the end of the file cuts', () => {
    expect(count('we start now', 'we start now\nwith the red crates', 'with the re')).toEqual([0, 3, 3])
  })
})
