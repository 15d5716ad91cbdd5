import { it } from 'vitest'
import { expectNoSquare } from '../../../testing/growth.ts'
import { findNameCues } from './find-cues.ts'
import { createNameJudge } from './name-judge.ts'

it.each(['A', "A'", 'A-', 'Dana ', 'Dana or ', 'our Chief ', 'this is uh um actually Dana ', 'This is Dana, on for '])(
  'cues are found in linear time if a turn repeats “%s”',
  (unit) => {
    expectNoSquare(64 * 1024, (size) => {
      const turns = [unit.repeat(size / unit.length), 'Yes.'].map((text, at) => ({
        ...{ speaker: `Speaker ${at + 1}`, text, lines: [{ from: 0, segment: at }] },
      }))
      findNameCues(turns, createNameJudge(turns, []))
    })
  },
)
